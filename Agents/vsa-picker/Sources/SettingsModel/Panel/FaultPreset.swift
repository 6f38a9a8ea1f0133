import PickerModel

/// A fault that testers often need, with a name that describes its effect.
struct FaultPreset: Sendable, Equatable {
    let title: String
    let point: String
    let details: [String: BusValue]
    let options: [String]

    static let all: [FaultPreset] = [
        FaultPreset(
            title: "TV provider unavailable", point: "vsa.metadata", details: [Key.error: .text("ServiceTemporarilyUnavailable")],
            options: ["--error", "ServiceTemporarilyUnavailable"]),
        FaultPreset(
            title: "Every call takes 3 seconds longer", point: "vsa.any", details: [Key.delay: .integer(3000)],
            options: ["--delay", "3s"]),
        FaultPreset(
            title: "TV provider never answers", point: "vsa.saml", details: [Key.hang: .flag(true)], options: ["--hang"]),
        FaultPreset(
            title: "SAML response expired", point: "vsa.saml", details: [Key.saml: .text("expired")],
            options: ["--saml", "expired"]),
        FaultPreset(
            title: "SAML response tampered with", point: "vsa.saml", details: [Key.saml: .text("tampered")],
            options: ["--saml", "tampered"]),
        FaultPreset(
            title: "Prompts cannot be shown", point: "vsa.access-prompt", details: [Key.disconnect: .flag(true)],
            options: ["--disconnect"]),
        FaultPreset(
            title: "Connection lost during the call", point: "vsa.metadata", details: [Key.disconnect: .flag(true)],
            options: ["--disconnect"]),
    ]

    /// The line that adds it.
    var command: ShellLine { ShellLine(["fault", "add", point] + options) }
}
