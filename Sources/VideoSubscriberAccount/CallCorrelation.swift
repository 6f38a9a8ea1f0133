/// The trace id under which a library asks the device on behalf of one call of its app, so that the device's journal can show what
/// belongs together. Not part of Apple's API.
package enum CallCorrelation {
    /// 32 hexadecimal digits, as in a W3C `traceparent`; nil: the device is told none. A request keeps the one under which it was
    /// made, however long it waits.
    @TaskLocal package static var identifier: String?
}
