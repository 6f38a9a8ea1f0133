/// The format of log lines.
public enum LogFormat: String, Sendable, CaseIterable {
    /// `2027-01-15T08:00:00.000Z info answered method=GET route=/health …`
    case text
    /// One JSON object per line, with `time`, `level`, `message` and the line's fields.
    case json
}
