import ArgumentParser
import TVWorld

extension AccessStatus: ExpressibleByArgument {
    /// All values, in the order of the help.
    public static var allValueStrings: [String] {
        [AccessStatus.granted, .denied, .notDetermined, .restricted].map(\.rawValue)
    }

    /// Returns the emphasis in text output.
    static func emphasis(_ status: String) -> Style.Emphasis {
        switch AccessStatus(rawValue: status) {
        case .granted: .good
        case .denied, .restricted: .bad
        case .notDetermined: .attention
        case nil: .plain
        }
    }
}
