import DBus

/// The examples in the documentation of DBus. They are only compiled; ArchitectureTests compares them with the documentation.
private enum DocumentationExamples {
    static func call() async throws {
        let connection = try await Connection.session()
        let reply = try await connection.call(
            .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "GetNameOwner",
            arguments: ["org.freedesktop.Notifications"])
        let owner = try reply.decode(as: String.self)
        print(owner)
    }

    enum Colour: String, BusValueConvertible { case red, green }

    static func structures() {
        let pairs: [BusStructure<String, UInt32>] = [BusStructure("a", 1), BusStructure("b", 2)]
        print(pairs.count)
    }
}
