/// No name of the D-Bus interfaces is written by hand: the module DeviceInterfaces has all of them.
///
/// The bus name and what begins with it are searched everywhere. Names of members, keys, values and errors are searched where
/// D-Bus is used, and only those that cannot be another word: with a hyphen, or with an uppercase letter after a lowercase one.
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
        let speaks = file.imports.contains { ["DBus", "DeviceInterfaces"].contains($0.module) }
        let busName = #/^(?:org\.vsasim\.|/org/vsasim/)(?:SubscriberAccount|Picker)1\S*$/#
        return file.literals.filter { $0.text.contains(busName) || speaks && names.contains($0.text) }.map {
            Finding(path: file.path, line: $0.line, text: "\($0.text) is a name of the D-Bus interfaces: use DeviceInterfaces")
        }
    }
}
