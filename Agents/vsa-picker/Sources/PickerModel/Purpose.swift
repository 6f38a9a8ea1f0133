/// The line with the purpose of a selection or a sign-in.
enum Purpose {
    static func text(application: String, title: String?) -> String {
        let application = DisplayText.isolated(application)
        let title = DisplayText.isolated(DisplayText.line(title ?? ""))
        return title.isEmpty ? "for \(application)" : "to watch “\(title)” in \(application)"
    }
}
