/// The window of an app above which a prompt is shown, in the form of desktop portals.
public enum ParentWindow: Sendable, Equatable {
    /// `x11:` and the window's number in hexadecimal digits.
    case x11(UInt32)
    /// `wayland:` and the handle that the app exported (protocol xdg-foreign).
    case wayland(String)

    /// Creates a window from a string; nil for other strings. For an invalid window, the dialog has no parent.
    public init?(_ text: String) {
        if text.hasPrefix("x11:") {
            let digits = text.dropFirst(4)
            let number = digits.hasPrefix("0x") ? digits.dropFirst(2) : digits
            guard number.allSatisfy(\.isHexDigit), let window = UInt32(number, radix: 16), window != 0 else { return nil }
            self = .x11(window)
        } else if text.hasPrefix("wayland:") {
            let handle = text.dropFirst(8)
            let isPlain = handle.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            guard !handle.isEmpty, handle.utf8.count <= 255, isPlain else { return nil }
            self = .wayland(String(handle))
        } else {
            return nil
        }
    }
}
