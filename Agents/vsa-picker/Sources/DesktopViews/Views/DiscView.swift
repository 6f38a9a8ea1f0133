import CGtk
import PickerModel

/// A coloured disc with initials, in place of a logo. Screen readers skip it: the name is next to it.
@MainActor
package enum DiscView {
    package static func make(_ initials: Initials, isLarge: Bool = false) -> Widget {
        let disc = makePlain(initials.letters)
        gtk_widget_add_css_class(disc, "disc-\(initials.colour)")
        if isLarge { gtk_widget_add_css_class(disc, "large") }
        if isLarge { gtk_widget_set_halign(disc, GTK_ALIGN_CENTER) }
        return disc
    }

    /// Returns a disc without a specific colour.
    package static func makePlain(_ letters: String) -> Widget {
        let disc = picker_label_new(GTK_ACCESSIBLE_ROLE_PRESENTATION)!
        gtk_label_set_text(disc.opaque, letters)
        gtk_widget_add_css_class(disc, "disc")
        gtk_widget_set_halign(disc, GTK_ALIGN_START)
        gtk_widget_set_valign(disc, GTK_ALIGN_CENTER)
        return disc
    }
}
