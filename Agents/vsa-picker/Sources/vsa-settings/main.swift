import DesktopViews

Options.run { try Settings($0).run() }
