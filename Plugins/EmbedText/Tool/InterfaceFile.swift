/// A file of D-Bus introspection data: its interfaces with the names that they declare.
///
/// The names are those of elements and of these annotations. Those marked with * are only for the generator: they are on
/// separate lines, which Introspect does not return.
///
/// | annotation | value |
/// |---|---|
/// | `org.vsasim.Keys`, `org.vsasim.ErrorInfo` | keys of a dictionary, each with its type |
/// | `org.vsasim.Keys.KEY` * | keys of the dictionary that is the value of another key |
/// | `org.vsasim.KeyType` * | the name of a type with the keys that follow, for code that handles each of them |
/// | `org.vsasim.Values.TYPE` * | the values of an enumeration |
/// | `org.vsasim.Errors`, `org.vsasim.ControlErrors` | the last parts of errors' names |
/// | `org.vsasim.BusName` *, `org.vsasim.ObjectPath` * | where the interface is found, if that is known |
/// | `org.vsasim.LoaderBusName` * | the name that a program owns while it loads a scenario |
struct InterfaceFile {
    /// One interface.
    struct Interface {
        let name: String
        /// Methods, signals and properties.
        fileprivate(set) var members: [String] = []
        /// The keys of all dictionaries.
        fileprivate(set) var keys: [String] = []
        /// Enumerations: `Values.TYPE`, and the keys of arguments that have a `KeyType`.
        fileprivate(set) var enumerations: [(type: String, values: [String])] = []
        /// The interface's own errors: the last parts of their names.
        fileprivate(set) var errors: [String] = []
        fileprivate(set) var busName: String?
        fileprivate(set) var loaderBusName: String?
        fileprivate(set) var objectPath: String?
        /// The element as Introspect returns it.
        fileprivate(set) var text = ""
    }

    /// The interfaces to which the errors of annotations belong.
    private static let errorOwners = [
        "Errors": "org.vsasim.SubscriberAccount1", "ControlErrors": "org.vsasim.SubscriberAccount1.Control",
    ]

    private(set) var interfaces: [Interface] = []
    private let file: TextFile

    init(_ file: TextFile) throws {
        self.file = file
        let element = #/ *<interface name="(?<name>[\w.]+)">[\s\S]*?</interface>\n/#
        for match in file.text.matches(of: element) {
            interfaces.append(try interface(String(match.output.name), String(match.output.0)))
        }
        guard !interfaces.isEmpty else { throw Problem("\(file.name): has no interface") }
    }

    private func interface(_ name: String, _ text: String) throws -> Interface {
        var interface = Interface(name: name)
        var keyType: String?
        let comment = #/ *<!--[\s\S]*?-->\n+/#
        for tag in text.replacing(comment, with: "").matches(of: #/<(\w+)(\s[^>]*)>/#) {
            let attributes = Self.attributes(tag.output.2)
            guard let name = attributes["name"] else { throw Problem("\(file.name): \(tag.output.0) has no name") }
            switch tag.output.1 {
            case "method", "signal", "property": interface.members.appendNew([name])
            case "annotation" where name.hasPrefix("org.vsasim."):
                try take(String(name.dropFirst("org.vsasim.".count)), attributes["value"] ?? "", &interface, &keyType)
            default: break
            }
            if let keyType, tag.output.1 != "annotation" {
                throw Problem("\(file.name): the type \(keyType) has no keys after it")
            }
        }
        let own = #/ *<annotation name="org\.vsasim\.(?:Keys\.|KeyType|Values\.|BusName|LoaderBusName|ObjectPath)[^>]*/>\n/#
        interface.text = text.replacing(own, with: "")
        return interface
    }

    private func take(_ name: String, _ value: String, _ interface: inout Interface, _ keyType: inout String?) throws {
        let words = value.split(separator: " ").map(String.init)
        switch name.split(separator: ".").first {
        case "Keys", "ErrorInfo":
            let keys = words.map { String($0.prefix { $0 != ":" }) }
            interface.keys.appendNew(keys)
            if let type = keyType { interface.enumerations.append((type, keys)) }
            keyType = nil
        case "KeyType": keyType = value
        case "Values": interface.enumerations.append((String(name.dropFirst("Values.".count)), words))
        case "BusName": interface.busName = value
        case "LoaderBusName": interface.loaderBusName = value
        case "ObjectPath": interface.objectPath = value
        default:
            guard let owner = Self.errorOwners[name] else { throw Problem("\(file.name): there is no annotation \(name)") }
            if owner == interface.name { interface.errors.appendNew(words) }
        }
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        var result: [String: String] = [:]
        for match in text.matches(of: #/(\w+)="([^"]*)"/#) { result[String(match.output.1)] = String(match.output.2) }
        return result
    }
}

extension [String] {
    /// Appends the elements that it does not have.
    fileprivate mutating func appendNew(_ elements: [String]) {
        for element in elements where !contains(element) { append(element) }
    }
}
