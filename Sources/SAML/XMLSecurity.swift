import CXMLSec

/// The XML libraries below this module (libxml2, xmlsec, OpenSSL).
public enum XMLSecurity {
    private static let status = cxs_prepare()

    /// Initialises the libraries: once per process, safe from any thread.
    ///
    /// Everything in this module does it on first use. A program calls it beforehand to have it done before a deadline matters.
    public static func prepare() {
        // Only a library of the wrong version fails here: a broken installation, in which nothing could be verified.
        precondition(status == 0, "xmlsec1 cannot be initialised: is libxmlsec1-openssl 1.2 installed?")
    }

    /// The text of this thread's latest failure below.
    static var lastError: String { String(cString: cxs_last_error()) }
}

/// Takes the bytes out of a C buffer and frees it.
func takeBytes(_ buffer: cxs_buffer) -> [UInt8] {
    defer { cxs_buffer_free(buffer) }
    return [UInt8](UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.count))
}

/// Takes the text out of a C buffer and frees it.
func takeText(_ buffer: cxs_buffer) -> String {
    defer { cxs_buffer_free(buffer) }
    return String(decoding: UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.count), as: UTF8.self)
}
