/// No name of the D-Bus interfaces is written by hand: the module DeviceInterfaces has all of them.
///
/// The bus name and what begins with it are searched everywhere. Names of members, keys, values and errors are searched where
/// D-Bus is used and in VideoSubscriberAccount, whose names have no other purpose, and only those that cannot be another word:
/// with a hyphen, or with an uppercase letter after a lowercase one.
struct InterfaceNameRule: Rule {
    let name = "the names of the D-Bus interfaces are generated"
    /// The names of members, keys, values and errors.
    let names: Set<String>

    /// Takes the names of interface files.
    init(files: [String]) {
        var names: Set<String> = []
        for file in files {
            for match in file.matches(of: #/<(?:method|signal|property) name="(\w+)"/#) { names.insert(String(match.output.1)) }
            let lists =
                #/<annotation name="org\.vsasim\.(?:Keys|ErrorInfo|Values|Errors|ControlErrors)[^"]*"\s+value="([^"]*)"/#
            for match in file.matches(of: lists) {
                names.formUnion(match.output.1.split(separator: " ").map { String($0.prefix { $0 != ":" }) })
            }
        }
        self.names = names.filter { $0.contains(#/-|[a-z][A-Z]/#) }
    }

    func findings(in file: SourceFile) -> [Finding] {
        let imports = Set(file.imports.map(\.module))
        let speaks = file.module == "VideoSubscriberAccount" || !imports.isDisjoint(with: ["DBus", "DeviceInterfaces"])
        let busName = #/^(?:org\.vsasim\.|/org/vsasim/)(?:SubscriberAccount|Picker|Loader)1\S*$/#
        return file.literals.filter { $0.text.contains(busName) || speaks && names.contains($0.text) }.map {
            Finding(path: file.path, line: $0.line, text: "\($0.text) is a name of the D-Bus interfaces: use DeviceInterfaces")
        }
    }
}

/// The fields in the errors of the device have their names on the bus. AccountCore, which does not use D-Bus, spells them out.
struct ErrorFieldRule: Rule {
    let name = "errors of the device name arguments and keys of its interfaces"
    private let fields: Set<String>

    /// Takes the fields of interface files.
    init(files: [String]) {
        fields = files.reduce(into: []) { fields, file in
            for match in file.matches(of: #/<arg name="([\w-]+)"/#) { fields.insert(String(match.output.1)) }
            for match in file.matches(of: #/<annotation name="org\.vsasim\.(?:Keys|ErrorInfo)[^"]*"\s+value="([^"]*)"/#) {
                fields.formUnion(match.output.1.split(separator: " ").map { String($0.prefix { $0 != ":" }) })
            }
        }
    }

    func findings(in file: SourceFile) -> [Finding] {
        // The fields of snapshots are those of the file.
        guard ["AccountCore", "AccountService"].contains(file.module), file.folder != "Snapshot" else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            line.matches(of: #/\bfield: "([^"]*)"/#).filter { !fields.contains(String($0.output.1)) }.map {
                Finding(path: file.path, line: index + 1, text: "\($0.output.1) is not a field of the D-Bus interfaces")
            }
        }
    }
}
