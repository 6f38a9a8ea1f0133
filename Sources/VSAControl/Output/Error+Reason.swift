import FoundationEssentials
import Glibc
import StateDirectory

extension Error {
    /// The system's description of what failed in the file system; the error itself if it has another cause.
    var reason: String {
        (self as? SystemFailure)?.reason
            ?? ((self as? CocoaError)?.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) } ?? "\(self)"
    }
}
