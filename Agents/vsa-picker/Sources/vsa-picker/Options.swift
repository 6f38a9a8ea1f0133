import DesktopViews

/// The options from the command line.
struct Options: ProgramOptions {
    /// The number of idle seconds after which the picker exits.
    var idleSeconds: UInt32 = 10
    var isTimed = false

    static let program = "vsa-picker"
    static let values = [
        ProgramOption<Options>("--idle-seconds", takes: "a number from 1 to 86400") { options, text in
            guard let seconds = UInt32(text), (1...86_400).contains(seconds) else { return false }
            options.idleSeconds = seconds
            return true
        }
    ]

    static let help = """
        usage: vsa-picker [--idle-seconds N] [--timing]
               vsa-picker --version | --help

        Shows the prompts of the TV provider account to the user: the graphical agent of vsad. The bus starts it.
        vsa-picker(1) describes it.

        """
}
