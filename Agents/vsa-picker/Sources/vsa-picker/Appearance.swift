import CGtk
import DesktopViews

/// Follows the desktop's preference for light or dark. GTK itself knows only the theme's, not the desktop's (XDG Desktop Portal,
/// "org.freedesktop.portal.Settings", `color-scheme`: 1 prefers dark).
@MainActor
final class Appearance {
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespace = "org.freedesktop.appearance"
    private static let key = "color-scheme"

    /// Reads the preference and follows changes. Without a portal, GTK's own settings apply.
    init(on bus: SessionBus) {
        bus.subscribe(
            sender: Appearance.portal, interface: Appearance.interface, member: "SettingChanged", path: Appearance.path,
            firstArgument: Appearance.namespace
        ) { arguments in
            guard Variant.hasType(arguments, "(ssv)") else { return }
            let key = Variant.withChild(1, of: arguments) { Variant.text($0) }
            if key == Appearance.key { Variant.withChild(2, of: arguments) { Appearance.apply($0) } }
        }
        let arguments = Variant.tuple([g_variant_new_string(Appearance.namespace), g_variant_new_string(Appearance.key)])
        bus.call(Appearance.portal, Appearance.path, Appearance.interface, "Read", arguments) { reply in
            guard case .success(let value) = reply, Variant.hasType(value, "(v)") else { return }
            Variant.withChild(0, of: value) { Appearance.apply($0) }
        }
    }

    /// Applies a variant with the value, which `Read` wraps in another variant.
    private static func apply(_ boxed: OpaquePointer?) {
        Variant.withChild(0, of: boxed) { value in
            if Variant.hasType(value, "v") {
                apply(value)
            } else if Variant.hasType(value, "u") {
                picker_set_dark(g_variant_get_uint32(value) == 1 ? 1 : 0)
            }
        }
    }
}
