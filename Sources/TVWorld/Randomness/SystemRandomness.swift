import Glibc

/// Returns unpredictable bytes from the kernel, with one system call for up to 256 of them.
///
/// Swift's `SystemRandomNumberGenerator` makes a system call for each number.
public func systemRandomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        var start = 0
        while start < count {
            let length = min(count - start, 256)
            // Fails only on kernels without random numbers.
            guard getentropy(buffer.baseAddress?.advanced(by: start), length) == 0 else { fatalError("no random numbers") }
            start += length
        }
        initialized = count
    }
}
