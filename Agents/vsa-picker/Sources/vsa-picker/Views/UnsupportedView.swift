import CGtk
import DesktopViews
import PickerModel

/// The message that the user cannot sign in to the selected provider here. It is shown before the provider is the answer.
@MainActor
final class UnsupportedView: View {
    let content: Widget
    let title = "TV Provider"
    let leaveLabel: String? = "Back"
    let initialFocus: Widget?
    private let back: @MainActor () -> Void

    init(_ row: ProviderRow, application: String, accept: @escaping @MainActor () -> Void, back: @escaping @MainActor () -> Void)
    {
        self.back = back
        content = Make.column(spacing: 18)
        gtk_widget_add_css_class(content, "page")
        let text = Make.column(spacing: 12)
        gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
        let name = DisplayText.isolated(row.name)
        let app = DisplayText.isolated(application)
        text.append(DiscView.make(row.initials, isLarge: true))
        text.append(Make.label("\(name) is not supported yet", "heading", centred: true))
        text.append(
            Make.label(
                "You cannot sign in to \(name) here for “\(app)”. The app may offer another way to sign in.", centred: true,
                role: GTK_ACCESSIBLE_ROLE_STATUS))
        content.append(Make.scrolled(text))
        let accept = Make.button("_OK", isSuggested: true, accept)
        content.append(accept)
        initialFocus = accept
    }

    func leave() { back() }
}
