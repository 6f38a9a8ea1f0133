import CXMLSec

/// The underlying XML libraries (libxml2, xmlsec, OpenSSL).
enum XMLSecurity {
    private static let status = cxs_prepare()

    /// Initializes the libraries: once per process, from any thread. Everything in this module does this on first use.
    static func prepare() {
        // This fails only with a library of the wrong version: a broken installation, in which nothing could be verified.
        precondition(status == 0, "xmlsec1 cannot be initialized: is libxmlsec1-openssl 1.2 installed?")
    }

    /// The message of this thread's last failure in the libraries.
    static var lastError: String { String(cString: cxs_last_error()) }

    /// Returns the bytes that a function of the C library writes into a buffer.
    ///
    /// - Parameter what: The beginning of the error's detail, which ends with the libraries' message.
    /// - Throws: `SAMLError` with the code if the function fails.
    static func bytes(
        orThrow code: SAMLError.Code, _ what: String = "", _ write: (inout cxs_buffer) -> Int32
    ) throws(SAMLError) -> [UInt8] {
        prepare()
        var buffer = cxs_buffer()
        guard write(&buffer) == 0 else { throw SAMLError(code, what + lastError) }
        return takeBytes(buffer)
    }
}

/// Returns the bytes of a C buffer and frees it.
func takeBytes(_ buffer: cxs_buffer) -> [UInt8] {
    defer { cxs_buffer_free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.count))
}
