import CAdwaita
import CGtk
import DesktopViews
import SettingsModel

/// The dialogs over the panel's window.
@MainActor
enum Dialogs {
    /// Asks a question; the closure receives the answer unless the user cancels.
    static func ask(_ question: Question, over window: Widget, _ send: @escaping @MainActor (PanelEvent) -> Void) {
        let dialog = adw_message_dialog_new(window.cast(), question.title, question.text)!
        adw_message_dialog_add_response(dialog.cast(), "cancel", "_Cancel")
        for (index, answer) in question.answers.enumerated() {
            adw_message_dialog_add_response(dialog.cast(), "\(index)", answer.label)
            if answer.isDestructive {
                adw_message_dialog_set_response_appearance(dialog.cast(), "\(index)", ADW_RESPONSE_DESTRUCTIVE)
            }
        }
        adw_message_dialog_set_default_response(dialog.cast(), "cancel")
        adw_message_dialog_set_close_response(dialog.cast(), "cancel")
        Signal.connectObject(dialog.raw, "response") { response in
            guard let response, let index = Int(String(cString: UnsafePointer<CChar>(response))) else { return }
            send(.answered(question, index))
        }
        gtk_window_present(dialog.cast())
    }

    /// Asks for the file of a snapshot.
    static func chooseFile(isSaving: Bool, over window: Widget, _ send: @escaping @MainActor (PanelEvent) -> Void) {
        let chooser = gtk_file_chooser_native_new(
            isSaving ? "Save Snapshot" : "Load Snapshot", window.cast(),
            isSaving ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN, isSaving ? "_Save" : "_Load", "_Cancel")!
        let raw = UnsafeMutableRawPointer(chooser)
        if isSaving { gtk_file_chooser_set_current_name(chooser, "snapshot.json") }
        Signal.connectNumber(raw, "response") { response in
            defer { g_object_unref(raw) }
            guard Int32(bitPattern: response) == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(chooser)
            else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            guard let path = g_file_get_path(file) else { return }
            defer { g_free(path) }
            send(.fileChosen(String(cString: path), isSaving: isSaving))
        }
        gtk_native_dialog_show(raw.assumingMemoryBound(to: GtkNativeDialog.self))
    }
}
