import CXMLSec

/// The underlying XML libraries (libxml2, xmlsec, OpenSSL).
public enum XMLSecurity {
    private static let status = cxs_prepare()

    /// Initializes the libraries: once per process, from any thread.
    ///
    /// Everything in this module does this on first use. A program calls it in advance if a deadline matters later.
    public static func prepare() {
        // This fails only with a library of the wrong version: a broken installation, in which nothing could be verified.
        precondition(status == 0, "xmlsec1 cannot be initialised: is libxmlsec1-openssl 1.2 installed?")
    }

    /// The message of this thread's last failure in the libraries.
    static var lastError: String { String(cString: cxs_last_error()) }
}

/// Returns the bytes of a C buffer and frees it.
func takeBytes(_ buffer: cxs_buffer) -> [UInt8] {
    defer { cxs_buffer_free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.count))
}
