/// The targets of Package.swift with what they depend on, read from its text: a query to SwiftPM would wait for the build that
/// the tests run in.
struct Manifest: Sendable {
    struct Target: Sendable, Equatable {
        let name: String
        /// Names of targets and of other packages' products.
        let dependencies: Set<String>
        /// Whether its sources are in `Tests` or `examples`.
        let isForTests: Bool
    }

    let targets: [Target]

    /// Reads `library(…)`, `executable(…)`, `tests(…)`, `.target(…)`, `.executableTarget(…)` and `.systemLibrary(…)`.
    init(text: String) {
        var constants: [String: String] = [:]
        for match in text.matches(of: #/let (\w+) = product\("([^"]+)"/#) {
            constants[String(match.output.1)] = String(match.output.2)
        }
        let body = text[(text.firstRange(of: "    targets: [")?.upperBound ?? text.endIndex)...]
        let call = #/(?:\.(?:target|executableTarget|systemLibrary|testTarget)|\b(?:library|executable|tests))\(/#
        targets = body.matches(of: call).compactMap { match in
            let arguments = Self.balanced(body[match.range.upperBound...])
            guard let name = arguments.firstMatch(of: #/"([^"]+)"/#) else { return nil }
            return Target(
                name: String(name.output.1),
                dependencies: Self.dependencies(arguments[name.range.upperBound...], constants: constants),
                isForTests: match.output.hasPrefix("tests") || arguments.contains(#/path: "(?:Tests|examples)\//#))
        }
    }

    func target(_ name: String) -> Target? { targets.first { $0.name == name } }

    /// Everything that is linked with the target, including itself.
    func closure(of name: String) -> Set<String> {
        var found: Set<String> = [name]
        var open = [name]
        while let next = open.popLast() {
            for dependency in target(next)?.dependencies ?? [] where found.insert(dependency).inserted { open.append(dependency) }
        }
        return found
    }

    /// The text up to the bracket that closes it.
    private static func balanced(_ text: Substring) -> Substring {
        var depth = 1
        for index in text.indices {
            if "([".contains(text[index]) { depth += 1 }
            if ")]".contains(text[index]) { depth -= 1 }
            if depth == 0 { return text[..<index] }
        }
        return text
    }

    /// The elements of the first list in the arguments.
    private static func dependencies(_ arguments: Substring, constants: [String: String]) -> Set<String> {
        guard let label = arguments.firstMatch(of: #/^\s*,\s*(?:(\w+):\s*)?\[/#), ["dependencies", nil].contains(label.output.1)
        else { return [] }
        var list = String(balanced(arguments[label.range.upperBound...]))
        var names: Set<String> = []
        for match in list.matches(of: #/product\((?:name: )?"([^"]+)"[^)]*\)/#) { names.insert(String(match.output.1)) }
        list = list.replacing(#/\.?product\([^)]*\)/#, with: "")
        for match in list.matches(of: #/"([^"]+)"/#) { names.insert(String(match.output.1)) }
        for match in list.replacing(#/"[^"]*"/#, with: "").matches(of: #/\w+/#) {
            if let name = constants[String(match.output)] { names.insert(name) }
        }
        return names
    }
}
