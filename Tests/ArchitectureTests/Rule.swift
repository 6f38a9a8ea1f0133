import Foundation
import Testing

/// Something in the project that a rule forbids.
struct Finding: Sendable, Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let text: String

    var description: String { "\(path):\(line): \(text)" }
}

/// A rule about single source files.
protocol Rule: Sendable, CustomTestStringConvertible {
    /// The rule, in one sentence.
    var name: String { get }
    /// Where the file breaks it.
    func findings(in file: SourceFile) -> [Finding]
}

extension Rule {
    var testDescription: String { name }
}

/// A module imports only what its row in the table of layers names.
struct ArrowRule: Rule {
    let name = "imports point to the leaves only"
    let layers: [Layer]

    func findings(in file: SourceFile) -> [Finding] {
        guard let layer = layers.first(where: { $0.module == file.module }) else {
            return [Finding(path: file.path, line: 1, text: "module \(file.module) is not in the table of layers")]
        }
        let allowed = layer.uses.union(layer.packages).union(Layer.system)
        return file.imports.filter { !allowed.contains($0.module) }.map {
            Finding(path: file.path, line: $0.line, text: "\(layer.module) must not import \($0.module)")
        }
    }
}

/// Some modules must not import some others, of this project or not.
struct ForbiddenImportRule: Rule {
    let name: String
    let modules: Set<String>
    let forbidden: Set<String>

    func findings(in file: SourceFile) -> [Finding] {
        guard modules.contains(file.module) else { return [] }
        return file.imports.filter { forbidden.contains($0.module) }.map {
            Finding(path: file.path, line: $0.line, text: "\(file.module) must not import \($0.module)")
        }
    }
}

/// A pattern occurs only in files whose path begins with one of the places.
struct PlaceRule: Rule {
    let name: String
    /// Regular expression without anchors, matched against code without comments and string contents.
    let pattern: String
    /// Beginnings of paths, each with the reason.
    let places: [String: String]

    func findings(in file: SourceFile) -> [Finding] {
        if places.keys.contains(where: file.path.hasPrefix) { return [] }
        return file.matches(of: pattern).map {
            Finding(path: file.path, line: $0.line, text: "\($0.text) is not allowed here")
        }
    }
}

/// A pattern needs a comment beside it that justifies it.
struct ProofRule: Rule {
    let name: String
    let pattern: String

    func findings(in file: SourceFile) -> [Finding] {
        file.matches(of: pattern).filter { !file.hasComment(besideLine: $0.line) }.map {
            Finding(path: file.path, line: $0.line, text: "\($0.text) without a comment that proves it right")
        }
    }
}
