/// The trace identifier that a library passes to the device with everything it requests for one call of its app, so that the
/// device's journal can group the entries. Not part of Apple's API.
package enum CallCorrelation {
    /// 32 hexadecimal digits, as in a W3C `traceparent`, or nil to pass none. A request keeps the identifier under which it was
    /// created, however long it waits.
    @TaskLocal package static var identifier: String?
}
