/// Byte strings for a C function, each terminated by NUL, and a null pointer after the last.
struct CStrings {
    private var bytes: [CChar] = []
    /// The offset at which each begins; nil for a null pointer.
    private var starts: [Int?] = []

    init(_ strings: [[UInt8]?]) {
        for string in strings {
            starts.append(string == nil ? nil : bytes.count)
            guard let string else { continue }
            string.withUnsafeBytes { bytes.append(contentsOf: $0.bindMemory(to: CChar.self)) }
            bytes.append(0)
        }
    }

    init(_ strings: [String]) { self.init(strings.map { Array($0.utf8) }) }

    /// Calls the body with the pointers, which are valid until it returns.
    func lend<Value>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value) -> Value {
        bytes.withUnsafeBufferPointer { buffer in
            body(starts.map { start in start.flatMap { buffer.baseAddress?.advanced(by: $0) } } + [nil])
        }
    }
}
