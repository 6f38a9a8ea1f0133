import CQRCode

/// A QR code (ISO/IEC 18004), drawn by libqrencode.
struct QRCode: Sendable, Equatable {
    /// The width and height in modules, without the quiet zone.
    let size: Int
    /// Whether each module is dark, row by row.
    private let modules: [Bool]

    /// The number of modules of the quiet zone on each side.
    private static let margin = 4

    /// Creates the code of a string, with medium error correction; nil if the string is too long.
    init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit of each byte is the module; the others indicate its function.
        modules = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Returns whether a module is dark; those around the code are light.
    private func isDark(_ row: Int, _ column: Int) -> Bool {
        (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
    }

    /// The code as an SVG image: dark on light, regardless of the page's colours, because many readers require it.
    var svg: String {
        let whole = size + 2 * Self.margin
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while column < size, isDark(row, column) { column += 1 }
                if column > start {
                    path += "M\(start + Self.margin) \(row + Self.margin)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(whole) \(whole)" width="\(whole * 8)" height="\(whole * 8)" \
            shape-rendering="crispEdges"><rect width="\(whole)" height="\(whole)" fill="#fff"/><path d="\(path)"/></svg>

            """
    }

    /// The code as text for a terminal with light letters on a dark background, with two rows of modules in each line.
    var text: String {
        let range = -Self.margin..<size + Self.margin
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            range.map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined() + "\n"
        }.joined()
    }
}
