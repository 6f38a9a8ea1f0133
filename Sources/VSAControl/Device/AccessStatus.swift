import ArgumentParser

/// An app's permission, as on the bus.
enum AccessStatus: String, Sendable, CaseIterable, ExpressibleByArgument {
    case granted
    case denied
    case notDetermined = "not-determined"
    case restricted

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
