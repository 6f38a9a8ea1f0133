import Foundation

/// The period in which something is valid.
public struct Validity: Sendable, Hashable {
    /// The beginning.
    public let notBefore: Date
    /// The end.
    public let notAfter: Date

    /// Creates a period.
    public init(notBefore: Date, notAfter: Date) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}
