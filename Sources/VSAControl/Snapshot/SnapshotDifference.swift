import TVWorld

struct SnapshotDifference: Equatable {
    enum Kind: String {
        case added
        case removed
        case changed
    }

    /// A value before and after; nil: none.
    struct Field: Equatable {
        /// The name, with dots between components; empty for the item itself.
        var name: String
        var before: JSON?
        var after: JSON?
    }

    /// `device` or `service`.
    var part: String
    /// The kind of item: `app`, `clock`, `session`.
    var thing: String
    /// The name of the item; empty if there is only one.
    var name: String
    var kind: Kind
    /// The values that differ; all values if the item was added or removed.
    var fields: [Field]

    /// Returns all differences, in the order of the documents.
    static func all(from before: SnapshotFile, to after: SnapshotFile) -> [SnapshotDifference] {
        var differences = compare(SnapshotThings(before.device), SnapshotThings(after.device), "device")
        switch (before.service, after.service) {
        case (let before?, let after?):
            differences += compare(SnapshotThings(before), SnapshotThings(after), "service")
        case (nil, nil): break
        case (let before, _):
            differences.append(
                SnapshotDifference(
                    part: "service", thing: "the whole service", name: "", kind: before == nil ? .added : .removed, fields: []))
        }
        return differences
    }

    private static func compare(_ before: SnapshotThings, _ after: SnapshotThings, _ part: String) -> [SnapshotDifference] {
        let order = before.things.keys + after.things.keys.filter { before.things[$0] == nil }
        return order.sorted().compactMap { key in
            let (old, new) = (before.things[key], after.things[key])
            guard old != new else { return nil }
            let kind: Kind = old == nil ? .added : new == nil ? .removed : .changed
            let names = Set((old ?? [:]).keys).union((new ?? [:]).keys).sorted()
            let fields = names.compactMap { name -> Field? in
                let (before, after) = (old?[name], new?[name])
                guard before != after else { return nil }
                return Field(name: name, before: before, after: after)
            }
            return SnapshotDifference(part: part, thing: key.kind, name: key.name, kind: kind, fields: fields)
        }
    }
}

/// A part of a snapshot as items that can be compared individually, each with its values by name.
struct SnapshotThings {
    /// The identity of an item.
    struct Key: Hashable, Comparable {
        /// The position of its kind in the document.
        var place: Int
        var kind: String
        var name: String

        static func < (left: Key, right: Key) -> Bool {
            (left.place, left.kind, left.name) < (right.place, right.kind, right.name)
        }
    }

    /// The items with their values, without null values.
    private(set) var things: [Key: [String: JSON]] = [:]

    /// The kinds of the elements of arrays.
    private static let kinds = [
        "apps": "app", "user-accounts": "user account", "answers": "answer", "faults": "fault", "providers": "provider",
        "subscribers": "subscriber", "requestors": "requestor", "integrations": "integration", "temp-pass": "temporary pass",
        "applications": "application", "developer.providers": "developer provider", "authentication": "session",
        "client": "registered app", "statement": "software statement", "request": "open request",
        "registration_code": "registration code", "login_session": "login session", "media_token_use": "used media token",
        "requestor_settings": "requestor settings", "degradation_rule": "degradation rule",
        "temporary_pass_use": "started temporary pass", "temporary_pass_claim": "temporary pass assignment",
    ]
    /// The members that identify the elements of an array.
    private static let names = [
        "id", "number", "requestor", "provider", "mvpd", "username", "deviceID", "applicationID", "resource", "kind", "value",
    ]

    /// Creates the items of a part. The service's has tables of records.
    init(_ part: JSON) {
        guard case .object(let members) = part else { return }
        for (place, member) in members.enumerated() where member.key != "schema" {
            guard member.key == "records", case .object(let tables) = member.value else {
                add(member.value, member.key, place)
                continue
            }
            // The trust of the service in providers is not part of what is loaded.
            for (offset, table) in tables.enumerated() where table.key != "provider" {
                add(table.value, table.key, place + offset)
            }
        }
    }

    private mutating func add(_ value: JSON, _ kind: String, _ place: Int) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() { add(element: element, index, kind, place) }
        case .object(let members):
            // The arrays in an object have their own items.
            var own: [String: JSON] = [:]
            for member in members where member.key != "schema" {
                let path = kind == "world" ? member.key : "\(kind).\(member.key)"
                if case .array(let elements) = member.value,
                    Self.kinds[path] != nil || elements.contains(where: Self.isObject)
                {
                    add(member.value, path, place)
                } else {
                    Self.flatten(member.value, member.key, into: &own)
                }
            }
            if !own.isEmpty { things[Key(place: place, kind: kind, name: "")] = own }
        case .null: break
        default: things[Key(place: place, kind: kind, name: "")] = ["": value]
        }
    }

    private mutating func add(element: JSON, _ index: Int, _ kind: String, _ place: Int) {
        var values: [String: JSON] = [:]
        var element = element
        // The service stores a scenario as its complete document, in a string.
        if kind == "scenario", let text = element["document"]?.text, let document = try? JSON(parsing: Array(text.utf8)) {
            element = .object([.init("id", document["name"] ?? ""), .init("document", document)])
        }
        Self.flatten(element, "", into: &values)
        // Its token is signed with the service's key, which is not loaded either.
        if kind == "statement" { values["token"] = nil }
        let named = Self.names.compactMap { name in
            (values[name] ?? values["key.\(name)"]).flatMap { Self.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let title = Self.kinds[kind] ?? kind.replacing("_", with: " ").replacing(".", with: " ")
        // The values in the name cannot differ.
        for name in Self.names {
            values["key.\(name)"] = nil
            values[name] = nil
        }
        things[Key(place: place, kind: title, name: named.isEmpty ? "\(index + 1)" : named.joined(separator: " "))] = values
    }

    private static func flatten(_ value: JSON, _ path: String, into values: inout [String: JSON]) {
        switch value {
        case .null: break
        case .object(let members):
            for member in members { flatten(member.value, path.isEmpty ? member.key : "\(path).\(member.key)", into: &values) }
        default: values[path] = value
        }
    }

    private static func text(_ value: JSON) -> String? { value.text ?? value.integer.map(String.init) }

    private static func isObject(_ value: JSON) -> Bool { if case .object = value { true } else { false } }
}
