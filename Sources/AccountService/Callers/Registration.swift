/// An app's description of itself when it registers.
struct Registration: Sendable {
    /// The usage description; nil: none.
    var usageDescription: String?
    /// The display name; nil: none.
    var name: String?
    /// Whether error replies contain the error's information, unless a call overrides this. GLib and its bindings read an error's
    /// message only if the body contains nothing else.
    var wantsErrorInfo = false
}
