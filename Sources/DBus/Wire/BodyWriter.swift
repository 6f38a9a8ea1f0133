import CDBus

/// Writes values to a libdbus message. `BodyMeasure` has accepted them, so only a lack of memory or of file descriptors can cause
/// a failure.
struct BodyWriter {
    private var iterator = DBusMessageIter()

    init(message: OpaquePointer) {
        dbus_message_iter_init_append(message, &iterator)
    }

    private init() {}

    /// Appends a value.
    ///
    /// - Throws: `BusConversionError` for a file descriptor that cannot be duplicated. The message must not be sent then.
    mutating func append(_ value: BusValue) throws(BusConversionError) {
        switch value {
        case .byte(var number): appendBasic(value.typeCode, &number)
        case .boolean(let truth):
            var number: dbus_bool_t = truth ? 1 : 0
            appendBasic(value.typeCode, &number)
        case .int16(var number): appendBasic(value.typeCode, &number)
        case .uint16(var number): appendBasic(value.typeCode, &number)
        case .int32(var number): appendBasic(value.typeCode, &number)
        case .uint32(var number): appendBasic(value.typeCode, &number)
        case .int64(var number): appendBasic(value.typeCode, &number)
        case .uint64(var number): appendBasic(value.typeCode, &number)
        case .double(var number): appendBasic(value.typeCode, &number)
        case .string(let text): appendText(value.typeCode, text)
        case .objectPath(let path): appendText(value.typeCode, path.string)
        case .signature(let signature): appendText(value.typeCode, signature.string)
        case .fileDescriptor(let descriptor):
            // libdbus duplicates the descriptor for the message.
            var number = descriptor.rawValue
            guard dbus_message_iter_append_basic(&iterator, CInt(value.typeCode), &number) != 0 else {
                throw BusConversionError(
                    reason: "the file descriptor cannot be sent: it is closed, or too many files are open")
            }
        case .bytes(let bytes): appendBytes(bytes)
        case .array(let element, let values):
            try nest(UInt8(ascii: "a"), element.string) { (writer) throws(BusConversionError) in
                for value in values { try writer.append(value) }
            }
        case .dictionary(let key, let value, let entries):
            let type = key.string == "s" && value.string == "v" ? "{sv}" : "{" + key.string + value.string + "}"
            try nest(UInt8(ascii: "a"), type) { (writer) throws(BusConversionError) in
                for entry in entries {
                    try writer.nest(UInt8(ascii: "e"), nil) { (writer) throws(BusConversionError) in
                        try writer.append(entry.key)
                        try writer.append(entry.value)
                    }
                }
            }
        case .structure(let fields):
            try nest(UInt8(ascii: "r"), nil) { (writer) throws(BusConversionError) in
                for field in fields { try writer.append(field) }
            }
        case .variant(let content):
            try nest(UInt8(ascii: "v"), content.type.string) { (writer) throws(BusConversionError) in
                try writer.append(content)
            }
        }
    }

    private mutating func appendBasic<T: BitwiseCopyable>(_ type: UInt8, _ value: inout T) {
        withUnsafeBytes(of: &value) { bytes in
            BodyWriter.require(dbus_message_iter_append_basic(&iterator, CInt(type), bytes.baseAddress))
        }
    }

    private mutating func appendText(_ type: UInt8, _ text: String) {
        text.withCString { pointer in
            var pointer: UnsafePointer<CChar>? = pointer
            BodyWriter.require(dbus_message_iter_append_basic(&iterator, CInt(type), &pointer))
        }
    }

    private mutating func appendBytes(_ bytes: [UInt8]) {
        nest(UInt8(ascii: "a"), "y") { writer in
            bytes.withUnsafeBufferPointer { buffer in
                guard var base = buffer.baseAddress, !buffer.isEmpty else { return }
                BodyWriter.require(
                    dbus_message_iter_append_fixed_array(
                        &writer.iterator, CInt(UInt8(ascii: "y")), &base, CInt(buffer.count)))
            }
        }
    }

    private mutating func nest<Failure>(
        _ type: UInt8, _ contents: String?, _ body: (inout BodyWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var inner = BodyWriter()
        if let contents {
            // Passed as an argument, a string would first be copied to the heap.
            contents.withCString { open(type, $0, &inner) }
        } else {
            open(type, nil, &inner)
        }
        do throws(Failure) { try body(&inner) } catch {
            dbus_message_iter_abandon_container(&iterator, &inner.iterator)
            throw error
        }
        BodyWriter.require(dbus_message_iter_close_container(&iterator, &inner.iterator))
    }

    private mutating func open(_ type: UInt8, _ contents: UnsafePointer<CChar>?, _ inner: inout BodyWriter) {
        BodyWriter.require(dbus_message_iter_open_container(&iterator, CInt(type), contents, &inner.iterator))
    }

    /// Requires success: libdbus fails here only if memory is exhausted, which terminates the process in Swift's own allocations,
    /// too.
    private static func require(_ result: dbus_bool_t) {
        if result == 0 { fatalError("libdbus is out of memory") }
    }
}
