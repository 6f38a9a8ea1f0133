/// A file mentions what other folders of its module declare only if they are below its own in the table.
///
/// It sees types (nested ones by their qualified name), free functions, and members that an extension adds in another folder
/// than its type's. It does not see what is named in a string's interpolation, names that the module declares more than once
/// or that the file itself declares, and members that are used without a mention of their type.
struct FolderRule: Sendable {
    let orders: [FolderOrder]

    /// Where one file uses what a folder declares.
    struct Use: Equatable {
        let path: String
        let line: Int
        let name: String
        let from: String
        let to: String
    }

    func findings(in files: [SourceFile]) -> [Finding] {
        let known = Set(orders.map(\.module))
        return Dictionary(grouping: files, by: \.module).sorted { $0.key < $1.key }.flatMap { module, files in
            guard let order = orders.first(where: { $0.module == module }) else {
                return known.contains(module) || files.allSatisfy(\.folder.isEmpty)
                    ? [] : [Finding(path: files[0].path, line: 1, text: "\(module) has folders, but no row in FolderOrder.all")]
            }
            return findings(in: files, order: order)
        }
    }

    private func findings(in files: [SourceFile], order: FolderOrder) -> [Finding] {
        let row = "\(order.module)'s row of FolderOrder.all"
        let missing = files.filter { !order.folders.contains($0.folder) }.map {
            Finding(path: $0.path, line: 1, text: "folder \($0.folder) is not in \(row)")
        }
        let upward = Self.uses(in: files).filter { use in
            guard let from = order.folders.firstIndex(of: use.from), let to = order.folders.firstIndex(of: use.to) else {
                return false
            }
            return to > from
        }
        func shown(_ folder: String) -> String { folder.isEmpty ? "the module's own folder" : folder }
        return missing
            + upward.map {
                let text = "\($0.name) is declared in \(shown($0.to)), which is above \(shown($0.from)) in \(row)"
                return Finding(path: $0.path, line: $0.line, text: text)
            }
    }

    /// What the files of one module use from each other's folders: the first use of each name in each file.
    static func uses(in files: [SourceFile]) -> [Use] {
        let scanned = files.map { file in
            let tokens = Token.all(in: file.code)
            return ScannedFile(file: file, tokens: tokens, declared: DeclarationScanner(tokens))
        }
        let names = ModuleNames(scanned)
        return scanned.flatMap { one in
            var seen: Set<String> = []
            return one.tokens.indices.compactMap { position -> Use? in
                guard one.tokens[position].isWord, let found = names.declaration(at: position, in: one),
                    found.folder != one.file.folder,
                    seen.insert(found.name).inserted
                else { return nil }
                return Use(
                    path: one.file.path, line: one.tokens[position].line, name: found.name, from: one.file.folder,
                    to: found.folder)
            }
        }
    }
}

/// A file with its tokens and what it declares.
struct ScannedFile {
    let file: SourceFile
    let tokens: [Token]
    let declared: DeclarationScanner

    func text(_ position: Int) -> String { tokens.indices.contains(position) ? tokens[position].text : "" }
}
