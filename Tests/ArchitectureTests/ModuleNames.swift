/// The names that the files of a module declare, and the folders of the declarations.
struct ModuleNames {
    /// Of types and free functions: `Outer`, `Outer.Inner`, `function`.
    private var folders: [String: Set<String>] = [:]
    /// The scopes in which a nested type of this name is declared.
    private var nested: [String: Set<String>] = [:]
    /// Of members: the type and the folder of each declaration.
    private var members: [String: Set<Member>] = [:]
    private var functions: Set<String> = []
    private var values: Set<String> = []

    private struct Member: Hashable {
        let type: String
        let folder: String
        let isCallable: Bool
        let isInExtension: Bool
    }

    init(_ files: [ScannedFile]) {
        for one in files {
            for found in one.declared.declarations {
                if found.isType || found.scope.isEmpty { folders[found.path, default: []].insert(one.file.folder) }
                if found.isType, !found.scope.isEmpty { nested[found.name, default: []].insert(found.scope) }
                if found.isFunction, found.scope.isEmpty { functions.insert(found.name) }
                if !found.isType, !found.isFunction, found.scope.isEmpty { values.insert(found.name) }
                if !found.isType, !found.scope.isEmpty {
                    members[found.name, default: []].insert(
                        Member(
                            type: found.scope, folder: one.file.folder, isCallable: found.isCallable,
                            isInExtension: found.isInExtension))
                }
            }
        }
    }

    /// What the word at a position means, if that is unambiguous.
    func declaration(at position: Int, in one: ScannedFile) -> (name: String, folder: String)? {
        if one.declared.namePositions.contains(position) { return nil }
        let word = one.text(position)
        let isOwn = one.declared.ownNames.contains(word)
        // `a.b`, but not `0...b`.
        if one.text(position - 1) == ".", one.text(position - 2) != "." {
            let outer = one.text(position - 2)
            let scopes = (nested[word] ?? []).filter { $0 == outer || $0.hasSuffix("." + outer) }
            if let scope = only(scopes) { return only(folders["\(scope).\(word)"]).map { ("\(outer).\(word)", $0) } }
            return isOwn ? nil : member(word, isCall: one.text(position + 1) == "(")
        }
        if isOwn { return nil }
        let scopes = (nested[word] ?? []).filter(one.declared.openTypes.contains)
        let candidates = scopes.reduce(folders[word] ?? []) { $0.union(folders["\($1).\(word)"] ?? []) }
        if let folder = only(candidates) {
            let isValue = functions.contains(word) || values.contains(word)
            if isValue, members[word] != nil || (functions.contains(word) && one.text(position + 1) != "(") { return nil }
            return (word, folder)
        }
        guard candidates.isEmpty, let type = members[word]?.first?.type, one.declared.openTypes.contains(type) else { return nil }
        return member(word, isCall: one.text(position + 1) == "(")
    }

    /// Members that types of other modules have, too.
    private static let common: Set<String> = ["append", "empty", "error", "failure", "none", "some"]

    /// A member that only one extension declares, in another folder than its type's. If it is called, members that cannot be
    /// called count only if there are no others.
    private func member(_ name: String, isCall: Bool) -> (name: String, folder: String)? {
        let callable = (members[name] ?? []).filter(\.isCallable)
        let candidates = isCall && !callable.isEmpty ? callable : members[name]
        guard !Self.common.contains(name), let member = only(candidates), member.isInExtension,
            folders[member.type]?.contains(member.folder) != true
        else { return nil }
        return ("\(member.type).\(name)", member.folder)
    }

    private func only<Element>(_ set: Set<Element>?) -> Element? { set?.count == 1 ? set?.first : nil }
}
