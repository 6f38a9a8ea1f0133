import DesktopViews

/// The options from the command line.
struct Options: ProgramOptions {
    /// The page to show; nil for the first one, or the one that an open panel shows.
    var page: PageName?
    var isTimed = false

    static let program = "vsa-settings"
    static let values = [
        ProgramOption<Options>("--page", takes: "account, apps, developer or testing") { options, text in
            guard let page = PageName(rawValue: text) else { return false }
            options.page = page
            return true
        }
    ]

    static let help = """
        usage: vsa-settings [--page account|apps|developer|testing] [--timing]
               vsa-settings --version | --help

        Shows and changes the TV provider account of the simulated device, vsad. vsa-settings(1) describes it.

        """
}
