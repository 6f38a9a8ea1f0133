import Testing

@testable import AccountService

/// Recorded on Fedora, Debian, Ubuntu, Arch and openSUSE desktops (GNOME, KDE Plasma), on a cgroup v1 machine and in containers.
@Suite("The app of a control group")
struct ControlGroupTests {
    private static let session = "/user.slice/user-1000.slice/user@1000.service"

    @Test(
        "Units of apps",
        arguments: [
            ("app-gnome-org.gnome.Evolution\\x2dalarm\\x2dnotify-1886.scope", "org.gnome.Evolution-alarm-notify"),
            ("app-gnome-org.gnome.SettingsDaemon.DiskUtilityNotify-1879.scope", "org.gnome.SettingsDaemon.DiskUtilityNotify"),
            ("app-gnome-update\\x2dnotifier-3829.scope", "update-notifier"),
            ("app-gnome-xdg\\x2dterminal\\x2dexec-5006.scope", "xdg-terminal-exec"),
            ("app-gnome-gigabyte\\x2dai\\x2dtop\\x2dutility-6694.scope", "gigabyte-ai-top-utility"),
            ("app-gnome-firefox\\x2desr-2761.scope", "firefox-esr"),
            ("app-gnome-firefox\\x+fesr-2761.scope", "firefox\\x+fesr"),
            ("app-org.kde.dolphin-41234.scope", "org.kde.dolphin"),
            ("app-flatpak-org.mozilla.firefox-2867251840.scope", "org.mozilla.firefox"),
            ("app-flatpak-com.github.tchx84.Flatseal-9034.scope", "com.github.tchx84.Flatseal"),
            ("app-flatpak-io.github.some-thing.App-77.scope", "io.github.some-thing.App"),
            ("app-firefox\\x2desr@a1b2c3d4e5f60718293a4b5c6d7e8f90.service", "firefox-esr"),
            ("app-org.kde.kalendarac@autostart.service", "org.kde.kalendarac"),
            ("app-gnome-nm\\x2dapplet@autostart.service", "nm-applet"),
            ("app-org.kde.kgpg-autostart.service", "org.kde.kgpg"),
            ("app-dev.example.app.service", "dev.example.app"),
            ("snap.firefox.firefox-6d2b1c6e-6c34-4c0f-9d63-1e2a9ad1b1f4.scope", "snap.firefox"),
            ("snap.snap-store.ubuntu-software.cbc8ee01-7e29-4bd4-9268-58214e6bf2b3.scope", "snap.snap-store"),
            ("snap.snapd-desktop-integration.snapd-desktop-integration.service", "snap.snapd-desktop-integration"),
        ])
    func applications(unit: String, application: String) {
        #expect(ControlGroup.application(unit: unit) == application)
        let text = "0::\(Self.session)/app.slice/\(unit)\n"
        #expect(ControlGroup.unit(in: text) == unit)
    }

    @Test(
        "Units without an app",
        arguments: [
            "dbus.service", "dbus-broker.service", "gnome-terminal-server.service", "vte-spawn-3f1c2d4e.scope",
            "tmux-spawn-c0a11fb2.scope", "run-r0a1b2c3d.scope", "app.slice", "app-.scope", "app-foo.scope", "app-foo.weird",
            "app-gnome-.scope", "snap.service", "snap..x.scope", "init.scope", "",
        ])
    func others(unit: String) {
        #expect(ControlGroup.application(unit: unit) == nil)
    }

    @Test(
        "The unit follows the user's manager and the slices",
        arguments: [
            // GNOME, version 2.
            (
                "0::\(session)/app.slice/app-gnome-org.gnome.Nautilus-4321.scope",
                "app-gnome-org.gnome.Nautilus-4321.scope"
            ),
            // A tab of Konsole is below the scope of Konsole.
            (
                "0::\(session)/app.slice/app-org.kde.konsole-1893.scope/tab(2034).scope", "app-org.kde.konsole-1893.scope"
            ),
            // A slice of an app's own.
            (
                "0::\(session)/app.slice/app-gnome\\x2dsession\\x2dmanager.slice/gnome-session-manager@ubuntu.service",
                "gnome-session-manager@ubuntu.service"
            ),
            // Hybrid: systemd's named hierarchy and the unified one.
            (
                """
                12:devices:/user.slice
                1:name=systemd:\(session)/apps.slice/app-org.kde.kate-77.scope
                0::\(session)/apps.slice/app-org.kde.kate-77.scope
                """, "app-org.kde.kate-77.scope"
            ),
            // Version 1 alone.
            (
                """
                11:memory:\(session)
                4:cpu,cpuacct:/user.slice
                1:name=systemd:\(session)/app-gnome-gedit-10.scope
                """, "app-gnome-gedit-10.scope"
            ),
        ])
    func units(text: String, unit: String) {
        #expect(ControlGroup.unit(in: text) == unit)
    }

    @Test(
        "Processes without a user unit",
        arguments: [
            "0::/\n", "0::/init.scope", "0::/user.slice/user-1000.slice/session-2.scope", "0::/system.slice/docker-0123.scope",
            "0::/system.slice/app-evil-org.example-1.scope", "", "nonsense", "0:", "::", "0::", "0::\(session)/app.slice",
            "0::/../../..", "9:name=systemd:/\n4:memory:\(session)/app.slice/app-gnome-gedit-10.scope\n0::/",
        ])
    func none(text: String) {
        #expect(ControlGroup.unit(in: text) == nil)
    }
}

@Suite("Flatpak's metadata")
struct FlatpakMetadataTests {
    private static let recorded = """
        [Application]
        name=org.gnome.Maps
        runtime=runtime/org.gnome.Platform/x86_64/45

        [Context]
        shared=network;ipc;
        sockets=x11;wayland;pulseaudio;fallback-x11;
        filesystems=xdg-run/dconf;

        [Instance]
        instance-id=1234567890
        app-path=/var/lib/flatpak/app/org.gnome.Maps/x86_64/stable/0123/files
        branch=stable
        flatpak-version=1.14.4

        [Session Bus Policy]
        org.freedesktop.Notifications=talk
        """

    @Test("The name of the app, otherwise of the runtime")
    func names() {
        #expect(FlatpakMetadata.application(in: Self.recorded) == "org.gnome.Maps")
        #expect(FlatpakMetadata.application(in: "[Runtime]\nname=org.gnome.Sdk\n") == "org.gnome.Sdk")
        #expect(FlatpakMetadata.application(in: "# c\n\n[Application]\n#name=x\n name = org.x \n") == "org.x")
    }

    @Test("Escapes in a value, and a key of another group")
    func values() {
        let file = KeyFile("[A]\nk=a\\sb\\tc\\\\d\\\n[B]\nk=2\n")
        #expect(file.value(of: "k", in: "A") == "a b\tc\\d\\")
        #expect(file.value(of: "k", in: "B") == "2")
        #expect(file.value(of: "k", in: "C") == nil)
    }

    @Test(
        "No app name",
        arguments: [
            "", "name=org.x", "[Instance]\nname=org.x\n", "[Application]\nruntime=x\n", "[Application", "[Application]\nname",
        ])
    func none(text: String) {
        #expect(FlatpakMetadata.application(in: text) == nil)
    }
}
