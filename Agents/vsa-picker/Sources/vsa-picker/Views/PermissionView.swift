import CGtk
import DesktopViews
import PickerModel

/// The prompt whether an app may use the account.
@MainActor
final class PermissionView: View {
    let content: Widget
    let title = "TV Provider"
    let leaveLabel: String? = nil
    let initialFocus: Widget?
    private let text: Widget
    private let buttons: Widget
    private let answer: @MainActor (Answer) -> Void

    init(_ question: PermissionQuestion, _ answer: @escaping @MainActor (Answer) -> Void) {
        self.answer = answer
        content = Make.column(spacing: 18)
        gtk_widget_add_css_class(content, "page")
        text = PermissionView.text(question)
        content.append(Make.scrolled(text))
        buttons = Make.row(spacing: 12)
        gtk_widget_add_css_class(buttons, "answers")
        gtk_box_set_homogeneous(buttons.cast(to: GtkBox.self), 1)
        buttons.append(Make.button("_Don’t Allow") { answer(.denied) })
        buttons.append(Make.button("_Allow", isSuggested: true) { answer(.granted) })
        var child = gtk_widget_get_first_child(buttons)
        while let button = child {
            gtk_widget_set_hexpand(button, 1)
            child = gtk_widget_get_next_sibling(button)
        }
        content.append(buttons)
        // Neither button has the initial focus: keys typed while the prompt appeared must not answer it.
        initialFocus = text
    }

    func leave() { answer(.dismissed) }

    func height(forWidth width: Int32) -> Int32? {
        // The scrolling part does not report the height of its text at a width, so the parts are added up.
        var rest: Int32 = 0
        gtk_widget_measure(buttons, GTK_ORIENTATION_VERTICAL, -1, nil, &rest, nil, nil)
        // The margins scale with the text, like the buttons, and are smaller than two of these.
        let margin = 2 * rest
        var height: Int32 = 0
        gtk_widget_measure(text, GTK_ORIENTATION_VERTICAL, max(width - margin, 1), nil, &height, nil, nil)
        return height + rest + margin
    }

    private static func text(_ question: PermissionQuestion) -> Widget {
        let text = Make.column(spacing: 12)
        text.append(DiscView.make(question.initials, isLarge: true))
        text.append(Make.label(question.title, "heading", centred: true))
        if !question.text.isEmpty { text.append(Make.label(question.text, centred: true)) }
        let origin = question.origin
        if origin.applicationIdentifier != origin.applicationName, !origin.applicationIdentifier.isEmpty {
            text.append(Make.label(origin.applicationIdentifier, "dim", "small", lines: 2, centred: true))
        }
        gtk_widget_set_focusable(text, 1)
        gtk_widget_add_css_class(text, "focusless")
        picker_set_name(text, question.title)
        picker_set_description(text, question.text)
        return text
    }
}
