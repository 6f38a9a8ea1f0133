/// Finds what a source file declares outside of function bodies: types, free functions, and members.
struct DeclarationScanner {
    struct Declaration: Equatable {
        /// The type or extension that it is in, as written there; empty at top level.
        let scope: String
        let name: String
        let isType: Bool
        let isFunction: Bool
        /// Whether it is a function, or a case with associated values.
        let isCallable: Bool
        /// Whether `scope` is that of an extension.
        let isInExtension: Bool

        /// The name with the types around it: `Outer.Inner`.
        var path: String { scope.isEmpty ? name : "\(scope).\(name)" }
    }

    /// What other files can see.
    private(set) var declarations: [Declaration] = []
    /// Every name that is declared for this file alone: private ones, generic parameters, parameters and local variables.
    private(set) var ownNames: Set<String> = []
    /// The types that are declared or extended here, each with the types around it.
    private(set) var openTypes: Set<String> = []
    /// Positions of the names in declarations.
    private(set) var namePositions: Set<Int> = []

    private enum Scope {
        case type(path: String, isExtension: Bool, isPrivate: Bool)
        case body
    }

    private static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype"]
    private static let values: Set<String> = ["func", "var", "let", "case"]

    private let tokens: [Token]
    private var scopes: [Scope] = []
    private var pending = Scope.body

    init(_ tokens: [Token]) {
        self.tokens = tokens
        for position in tokens.indices { step(position) }
    }

    private func text(_ position: Int) -> String { tokens.indices.contains(position) ? tokens[position].text : "" }

    private mutating func step(_ position: Int) {
        let word = text(position)
        if word == "{" {
            scopes.append(pending)
            pending = .body
        } else if word == "}" {
            _ = scopes.popLast()
        } else if text(position - 1) == "." || !tokens.indices.contains(position + 1) || !tokens[position + 1].isWord {
            // A parameter, or an argument's label, which also hides a member of that name.
            if tokens[position].isWord, text(position + 1) == ":" { ownNames.insert(word) }
        } else if word == "extension" {
            openExtension(at: position)
        } else if Self.types.contains(word), !Self.values.contains(text(position + 1)), text(position - 1) != "import" {
            declareType(word, at: position)
        } else if Self.values.contains(word) {
            declareValue(word, at: position)
        }
    }

    /// The scope that declarations are in now; nil inside a body.
    private var scope: (path: String, isExtension: Bool, isPrivate: Bool)? {
        guard let last = scopes.last else { return ("", false, false) }
        if case .type(let path, let isExtension, let isPrivate) = last { return (path, isExtension, isPrivate) }
        return nil
    }

    private mutating func openExtension(at position: Int) {
        var path = text(position + 1)
        var next = position + 2
        while text(next) == "." {
            path += "." + text(next + 1)
            next += 2
        }
        openTypes.insert(path)
        pending = .type(path: path, isExtension: true, isPrivate: isPrivate(position))
    }

    private mutating func declareType(_ keyword: String, at position: Int) {
        let name = text(position + 1)
        noteGenerics(at: position + 2)
        declare(name, at: position + 1, keyword: position, isType: true)
        if keyword == "typealias" || keyword == "associatedtype" { return }
        let path = scope.map { $0.path.isEmpty ? name : "\($0.path).\(name)" } ?? name
        openTypes.insert(path)
        pending = .type(path: path, isExtension: false, isPrivate: isPrivate(position) || scope == nil)
    }

    private mutating func declareValue(_ keyword: String, at position: Int) {
        if keyword == "func" { noteGenerics(at: position + 2) }
        declare(text(position + 1), at: position + 1, keyword: position, isType: false)
        guard keyword == "case", scope != nil else { return }
        // case one, two(Int), three = 3
        var next = position + 2
        var depth = 0
        while tokens.indices.contains(next), text(next) != "}", !Self.values.contains(text(next)) {
            if text(next) == "(" { depth += 1 }
            if text(next) == ")" { depth -= 1 }
            if depth == 0, text(next - 1) == ",", tokens[next].isWord {
                declare(text(next), at: next, keyword: position, isType: false)
            }
            next += 1
        }
    }

    private mutating func declare(_ name: String, at position: Int, keyword: Int, isType: Bool) {
        let isFunction = text(keyword) == "func"
        namePositions.insert(position)
        guard let scope, !scope.isPrivate, !isPrivate(keyword) else {
            ownNames.insert(name)
            return
        }
        declarations.append(
            Declaration(
                scope: scope.path, name: name, isType: isType, isFunction: isFunction,
                isCallable: isFunction || text(keyword) == "case" && text(position + 1) == "(",
                isInExtension: scope.isExtension))
    }

    /// The names of `<A, each B: C>`.
    private mutating func noteGenerics(at start: Int) {
        guard text(start) == "<" else { return }
        var next = start
        while tokens.indices.contains(next), text(next) != ">" {
            if text(next) == "<" || text(next) == "," { ownNames.insert(text(text(next + 1) == "each" ? next + 2 : next + 1)) }
            next += 1
        }
    }

    /// Whether the modifiers before a keyword make the declaration private; `private(set)` does not.
    private func isPrivate(_ keyword: Int) -> Bool {
        var position = keyword - 1
        while position >= 0, tokens[position].line >= tokens[keyword].line - 1 {
            if text(position) == ")" {
                while position >= 0, text(position) != "(" { position -= 1 }
                position -= 2
                continue
            }
            if ["private", "fileprivate"].contains(text(position)) { return true }
            guard Self.modifiers.contains(text(position)) else { return false }
            position -= 1
        }
        return false
    }

    private static let modifiers: Set<String> = [
        "static", "final", "indirect", "lazy", "mutating", "nonmutating", "override", "nonisolated", "weak", "unowned", "class",
        "discardableResult", "Sendable", "MainActor", "inline", "inlinable", "@", "distributed", "isolated",
    ]
}
