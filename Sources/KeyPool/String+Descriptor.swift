import Glibc

extension String {
    /// Writes all of the text to an open file, in UTF-8: for the files of keys, here and in the daemons.
    ///
    /// - Returns: Whether it was written; when not, `errno` says why.
    package func writeAll(to descriptor: Int32) -> Bool {
        var text = self
        return text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}
