import CGtk
import DesktopViews
import PickerModel

/// The sign-in form.
@MainActor
final class SignInView: View {
    let content: Widget
    let title = "Sign In"
    private(set) var leaveLabel: String?
    var initialFocus: Widget? { form.problem?.field == .username || form.username.isEmpty ? username : password }

    private let form: SignInForm
    private let close: @MainActor () -> Void
    private let answer: @MainActor (Answer) -> Void
    private let username: Widget
    private let password: Widget
    private let button: Widget
    private let spinner: Widget
    private let progress: Widget
    private let problems: [SignInForm.Field: Widget]

    /// Creates the view of a form.
    ///
    /// - Parameters:
    ///   - leadsBack: Whether leaving the form returns to the list.
    ///   - answer: Receives the submitted credentials.
    ///   - close: Leaves the form while it is being processed.
    init(
        _ form: SignInForm, leadsBack: Bool, answer: @escaping @MainActor (Answer) -> Void,
        close: @escaping @MainActor () -> Void
    ) {
        self.form = form
        self.close = close
        self.answer = answer
        leaveLabel = leadsBack ? "Back" : "Cancel"
        content = Make.column(spacing: 14)
        gtk_widget_add_css_class(content, "page")
        username = gtk_entry_new()
        password = gtk_password_entry_new()
        button = Make.mnemonicButton("_Sign In")
        spinner = gtk_spinner_new()
        progress = Make.label("", "dim", lines: 2, role: GTK_ACCESSIBLE_ROLE_STATUS)
        problems = [
            .form: Make.label("", "banner", role: GTK_ACCESSIBLE_ROLE_ALERT),
            .username: Make.label("", "problem", "problem-text", role: GTK_ACCESSIBLE_ROLE_ALERT),
            .password: Make.label("", "problem", "problem-text", role: GTK_ACCESSIBLE_ROLE_ALERT),
        ]
        lay()
        connect()
        if let problem = form.problem { show(problem) }
    }

    func leave() { if isEditable { answer(.cancelled) } else { close() } }

    /// Whether the form has not been submitted.
    private(set) var isEditable = true

    /// Marks the form as submitted: it cannot be changed any more, shows the progress, and no longer leads back.
    func setWorking(_ text: String) {
        isEditable = false
        leaveLabel = "Cancel"
        for widget in [username, password, button] { gtk_widget_set_sensitive(widget, 0) }
        gtk_editable_set_text(password.opaque, "")
        for label in problems.values { gtk_widget_set_visible(label, 0) }
        gtk_label_set_text(progress.opaque, text)
        gtk_widget_set_visible(progress, 1)
        gtk_widget_set_visible(spinner, 1)
        gtk_spinner_start(spinner.opaque)
    }

    // MARK: Parts

    private func lay() {
        let fields = Make.column(spacing: 6)
        fields.append(DiscView.make(form.initials, isLarge: true))
        fields.append(Make.label(form.providerName, "heading", lines: 3, centred: true))
        fields.append(Make.label(form.purpose, "dim", lines: 3, centred: true))
        add(problem: .form, to: fields)
        add(username, "_User name", to: fields)
        gtk_editable_set_text(username.opaque, form.username)
        gtk_entry_set_max_length(username.cast(to: GtkEntry.self), Int32(SignInForm.inputLimit))
        add(problem: .username, to: fields)
        add(password, "_Password", to: fields)
        gtk_password_entry_set_show_peek_icon(password.opaque, 1)
        add(problem: .password, to: fields)
        content.append(Make.scrolled(fields))
        let line = Make.row(spacing: 10)
        line.append(spinner)
        line.append(progress)
        gtk_widget_set_visible(spinner, 0)
        gtk_widget_set_visible(progress, 0)
        content.append(line)
        gtk_widget_add_css_class(button, "suggested-action")
        gtk_box_append(content.cast(to: GtkBox.self), button)
    }

    private func add(_ entry: Widget, _ mnemonic: String, to column: Widget) {
        let label = gtk_label_new_with_mnemonic(mnemonic)!
        gtk_label_set_mnemonic_widget(label.opaque, entry)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_margin_top(label, 8)
        column.append(label)
        column.append(entry)
    }

    private func add(problem field: SignInForm.Field, to column: Widget) {
        guard let label = problems[field] else { return }
        gtk_widget_set_visible(label, 0)
        column.append(label)
    }

    private func connect() {
        Signal.connect(button.raw, "clicked") { [weak self] in self?.submit() }
        Signal.connect(username.raw, "activate") { [weak self] in
            guard let self else { return }
            // Return in the first field moves to the second one while that is empty.
            if self.text(of: self.password).isEmpty { _ = gtk_widget_grab_focus(self.password) } else { self.submit() }
        }
        Signal.connect(password.raw, "activate") { [weak self] in self?.submit() }
        Signal.connect(username.raw, "changed") { [weak self] in self?.clear(.username) }
        Signal.connect(password.raw, "changed") { [weak self] in self?.clear(.password) }
    }

    // MARK: Input

    private func submit() {
        let (name, secret) = (text(of: username), text(of: password))
        for field in problems.keys { clear(field) }
        if let problem = SignInForm.check(username: name, password: secret) {
            show(problem)
            _ = gtk_widget_grab_focus(problem.field == .password ? password : username)
        } else {
            answer(.credentials(username: name, password: secret))
        }
    }

    private func text(of entry: Widget) -> String { gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? "" }

    private func show(_ problem: SignInForm.Problem) {
        guard let label = problems[problem.field] else { return }
        gtk_label_set_text(label.opaque, problem.message)
        gtk_widget_set_visible(label, 1)
        if let entry = entry(of: problem.field) {
            gtk_widget_add_css_class(entry, "error")
            picker_set_invalid(entry, 1, problem.message)
        }
    }

    private func clear(_ field: SignInForm.Field) {
        guard let label = problems[field] else { return }
        gtk_widget_set_visible(label, 0)
        if let entry = entry(of: field) {
            gtk_widget_remove_css_class(entry, "error")
            picker_set_invalid(entry, 0, "")
        }
    }

    private func entry(of field: SignInForm.Field) -> Widget? {
        switch field {
        case .form: nil
        case .username: username
        case .password: password
        }
    }
}
