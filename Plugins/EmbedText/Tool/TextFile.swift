import Foundation

/// A file that is embedded.
struct TextFile {
    let name: String
    let text: String

    /// Returns the files of a folder, sorted by name, without hidden ones.
    static func all(in folder: String) throws -> [TextFile] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
        return try names.map { try TextFile(named: $0, in: folder) }
    }

    private init(named name: String, in folder: String) throws {
        let path = "\(folder)/\(name)"
        guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self) else {
            throw Problem("\(path): not a file of UTF-8 text")
        }
        // A literal of several lines would lose it.
        guard !text.utf8.contains(UInt8(ascii: "\r")) else { throw Problem("\(path): has a carriage return") }
        self.name = name
        self.text = text
    }

    /// The name as an identifier: `sso-1.10-device-fails.yaml` becomes `sso1_10DeviceFailsYaml`.
    var identifier: String {
        var result = ""
        for word in name.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) {
            if result.isEmpty {
                result = word.first!.isNumber ? "_\(word)" : word.prefix(1).lowercased() + word.dropFirst()
            } else {
                if result.last!.isNumber, word.first!.isNumber { result += "_" }
                result += word.prefix(1).uppercased() + word.dropFirst()
            }
        }
        return result
    }
}
