/// The merge of a scenario's document with the one that it extends: objects merge by key, elements with a name merge by name, and
/// other lists replace.
struct ScenarioMerge {
    private(set) var document: JSON
    /// The origins of its parts: paths in ``document``, and paths to display.
    private(set) var origins: [String: String] = [:]

    /// The keys that identify the elements of a list.
    static let identities: [String: [String]] = [
        "providers": ["id"], "subscribers": ["provider", "username"], "requestors": ["id"],
        "integrations": ["requestor", "provider"], "temp-pass": ["requestor", "mvpd"], "apps": ["id"], "applications": ["id"],
        "faults": ["id"],
    ]

    /// The keys of a fault that exclude each other.
    private static let effects: Set<String> = ["error", "status", "hang", "disconnect", "saml"]

    /// The keys of elements that may have former names.
    private static let renamed = ["faults": Fault.renamedKeys, "providers": Provider.renamedKeys]

    /// Merges a child with a parent; the result is the child if there is no parent, or if either is not an object.
    init(of child: JSON, onto parent: JSON?) {
        document = child
        guard let parent, case .object(let members) = child, case .object(let inherited) = parent else { return }
        var merged = inherited.filter { !["schema", "name", "extends"].contains($0.key) }
        for member in merged {
            let key = member.key
            let isInherited = child[key] == nil
            if isInherited { origins[key] = "(inherited) \(key)" }
            // Any other list of the child replaces the inherited one.
            guard isInherited || Self.identities[key] != nil else { continue }
            for place in member.value.elements.indices.map({ "\(key)[\($0)]" }) { origins[place] = "(inherited) \(place)" }
        }
        Self.dropSingleSignOn(from: &merged, followingNew: child["providers"]?.elements ?? [])
        let places = Self.places(in: merged)
        for member in members {
            guard let index = places[member.key] else {
                merged.append(member)
                continue
            }
            if let identity = Self.identities[member.key], case .array(let own) = member.value,
                case .array(let inherited) = merged[index].value
            {
                merged[index].value = .array(list(own, onto: inherited, of: member.key, by: identity))
            } else {
                merged[index].value = Self.merged(member.value, onto: merged[index].value, key: member.key)
            }
        }
        Self.addResources(&merged, named: child["resources"] != nil)
        document = .object(merged)
    }

    private static func merged(_ child: JSON, onto parent: JSON, key: String) -> JSON {
        switch (key, child, parent) {
        case ("clock", .object(let members), .object) where members.allSatisfy { ["device", "service"].contains($0.key) }:
            // A clock's setting is one value, regardless of its notation.
            return object(child, onto: parent) { child, _, _ in child }
        case ("clock", _, _): return child
        case ("authn-ttl", .object, .number), ("authz-ttl", .object, .number):
            return object(child, onto: .object([.init(Platform.everyPlatform, parent)])) { child, _, _ in child }
        case ("account", .object, .object(let members)) where child["provider"] != nil && child["provider"] != parent["provider"]:
            // Another provider has other subscribers.
            return object(child, onto: .object(members.filter { $0.key != "subscriber" }), merged)
        case (_, .object, .object): return object(child, onto: parent, merged)
        default: return child
        }
    }

    private static func object(_ child: JSON, onto parent: JSON, _ merge: (JSON, JSON, String) -> JSON) -> JSON {
        guard case .object(let members) = child, case .object(var result) = parent else { return child }
        let places = Self.places(in: result)
        for member in members {
            if let index = places[member.key] {
                result[index].value = merge(member.value, result[index].value, member.key)
            } else {
                result.append(member)
            }
        }
        return .object(result)
    }

    /// Returns the index of each key; a merged object can have as many as a document can contain.
    private static func places(in members: [JSON.Member]) -> [String: Int] {
        Dictionary(members.enumerated().map { ($1.key, $0) }) { first, _ in first }
    }

    /// Merges an element with the one of the same name.
    private static func element(_ child: JSON, onto parent: JSON, of key: String) -> JSON {
        guard case .object(var inherited) = parent, case .object(let members) = child else { return child }
        let own = Set(members.map(\.key))
        for renamed in renamed[key] ?? [] where own.contains(renamed.former) {
            inherited.removeAll { $0.key == renamed.name }
        }
        switch key {
        case "faults" where !own.isDisjoint(with: effects): inherited.removeAll { effects.contains($0.key) }
        case "subscribers":
            // An inherited `householdID` that merely follows the user's identifier is derived again.
            if own.contains("attributes") {
                drop("householdID", from: &inherited) { $0["householdID"] == $0["userID"] ?? parent["username"] }
            }
            // `channelID` follows the channels unless it is set.
            if own.contains("channels") { drop("channelID", from: &inherited) { $0["channelID"] == parent["channels"] } }
        // Keys that only the inherited kind or scheme can have are removed.
        case "temp-pass" where child["kind"] == .string(TemporaryPass.Kind.basic.rawValue):
            inherited.removeAll { TemporaryPass.promotionalKeys.contains($0.key) }
        case "providers":
            if child["authentication-schemes"]?.texts?.contains(AuthenticationScheme.api.rawValue) == false {
                inherited.removeAll { $0.key == "api-response" }
            }
            // An inherited `in-line-up` that merely follows the boarding status is derived again.
            if own.contains("boarding"), parent[RenamedKey.inLineUp.name] == .bool(takesPart(parent)) {
                inherited.removeAll { $0.key == RenamedKey.inLineUp.name }
            }
        default: break
        }
        return object(child, onto: .object(inherited), merged)
    }

    /// Returns whether a provider takes part in the platform's single sign-on.
    private static func takesPart(_ provider: JSON) -> Bool {
        provider["boarding"] != .string(BoardingStatus.none.rawValue)
    }

    /// Removes the single sign-on of inherited integrations that merely follows the boarding status of their provider, if the
    /// child gives it another one, so that it is derived again.
    private static func dropSingleSignOn(from members: inout [JSON.Member], followingNew providers: [JSON]) {
        let changed = Set(providers.filter { $0["boarding"] != nil }.compactMap { $0["id"]?.text })
        guard !changed.isEmpty, let index = members.firstIndex(where: { $0.key == "integrations" }) else { return }
        var followed: [String: JSON] = [:]
        for provider in members.first(where: { $0.key == "providers" })?.value.elements ?? [] {
            guard let id = provider["id"]?.text, changed.contains(id) else { continue }
            followed[id] = .bool(takesPart(provider))
        }
        members[index].value = .array(
            members[index].value.elements.map { integration in
                guard case .object(let members) = integration, let followed = followed[integration["provider"]?.text ?? ""],
                    case .object(let platforms)? = integration["sso"], platforms.allSatisfy({ $0.value == followed })
                else { return integration }
                return .object(members.filter { $0.key != "sso" })
            })
    }

    /// Removes an attribute of a subscriber, if a condition holds for the attributes.
    private static func drop(_ name: String, from members: inout [JSON.Member], if isFollowing: (JSON) -> Bool) {
        guard let index = members.firstIndex(where: { $0.key == "attributes" }),
            case .object(let attributes) = members[index].value, isFollowing(members[index].value)
        else { return }
        members[index].value = .object(attributes.filter { $0.key != name })
    }

    /// Adds to inherited resources the additional ones of the child's subscribers.
    private static func addResources(_ members: inout [JSON.Member], named: Bool) {
        guard !named, let index = members.firstIndex(where: { $0.key == "resources" }),
            case .array(var resources) = members[index].value,
            case .array(let subscribers)? = members.first(where: { $0.key == "subscribers" })?.value
        else { return }
        var known = Set(resources.compactMap(\.text))
        for channel in subscribers.flatMap({ $0["channels"]?.texts ?? [] }) where known.insert(channel).inserted {
            resources.append(.string(channel))
        }
        members[index].value = .array(resources)
    }

    /// Merges a list of elements with the one of the parent.
    ///
    /// - Parameter identity: The keys that identify an element.
    private mutating func list(_ own: [JSON], onto inherited: [JSON], of key: String, by identity: [String]) -> [JSON] {
        func name(of element: JSON) -> [String]? {
            let parts = identity.compactMap { element[$0]?.text }
            return parts.count == identity.count ? parts : nil
        }
        var places: [[String]: Int] = [:]
        for (index, element) in inherited.enumerated() {
            if let name = name(of: element) { places[name] = index }
        }
        var elements = inherited
        var seen: Set<[String]> = []
        for (index, element) in own.enumerated() {
            let name = name(of: element)
            let known = name.flatMap { places[$0] }
            // A duplicate name is rejected; until then the element is kept separately, so that its own problems are reported.
            let isSecond = name.map { !seen.insert($0).inserted } ?? false
            let place = isSecond ? elements.count : known ?? elements.count
            let whole = known.map { Self.element(element, onto: inherited[$0], of: key) } ?? element
            if place < elements.count { elements[place] = whole } else { elements.append(whole) }
            origins["\(key)[\(place)]"] = "\(key)[\(index)]"
        }
        return elements
    }
}
