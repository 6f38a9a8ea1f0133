import TVWorld

/// An object of `/admin/v1`. The members of the JSON object are its properties, in the order of their declaration.
///
/// The service writes it, `vsactl` decodes it, and the dashboard gets it from the same functions as the service's routes.
package protocol Resource: Decodable, Equatable, Sendable {
    /// Whether a member without a value is null; otherwise it is left out.
    static var writesNull: Bool { get }
    /// The unit of the members that are moments, by name; `vsactl` shows them as dates.
    static var moments: [String: MomentUnit] { get }
    /// The JSON object.
    var json: JSON { get }
}

/// The unit of a moment since 1970.
package enum MomentUnit: Int64, Sendable {
    /// Seconds.
    case seconds = 1
    /// Milliseconds.
    case milliseconds = 1_000
}

extension Resource {
    package static var writesNull: Bool { false }
    package static var moments: [String: MomentUnit] { [:] }
    package var json: JSON { JSON(properties: self, writesNull: Self.writesNull) }
}

/// A resource with its own path.
package protocol AddressedResource: Resource {
    /// The path, after `/admin/v1/`: of the list, if there are several.
    static var path: String { get }
}

/// A resource that `/admin/v1` lists.
package protocol ListedResource: AddressedResource {
    /// The member of the answer that contains the list; by default the path.
    static var member: String { get }
}

extension ListedResource {
    package static var member: String { path }
}

/// The answer with all resources of a kind.
package struct ResourceList<Element: ListedResource>: Decodable, Sendable {
    /// The resources.
    package var elements: [Element]

    /// Creates an answer with resources.
    package init(_ elements: [Element]) { self.elements = elements }

    package init(from decoder: any Decoder) throws {
        elements = try decoder.container(keyedBy: MemberName.self).decode([Element].self, forKey: .init(Element.member))
    }

    /// The JSON object.
    package var json: JSON { .object([.init(Element.member, .array(elements.map(\.json)))]) }
}

/// A member name that is known only at run time.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

extension JSON {
    /// Creates an object of the properties of a value, in the order of their declaration; dictionaries are sorted by key.
    ///
    /// - Parameter writesNull: Whether a property without a value is null; otherwise it is left out.
    package init(properties value: Any, writesNull: Bool) {
        let missing: JSON? = writesNull ? .null : nil
        let members = Mirror(reflecting: value).children.compactMap { name, value -> Member? in
            guard let name, let json = JSON(property: value, writesNull: writesNull) ?? missing else { return nil }
            return Member(name, json)
        }
        self = .object(members)
    }

    /// Creates the value of a property; nil if it has none. A nested resource has its own rule for missing values.
    private init?(property value: Any, writesNull: Bool) {
        switch value {
        case let text as String: self = .string(text)
        case let flag as Bool: self = .bool(flag)
        case let number as any BinaryInteger: self = .integer(number)
        case let resource as any Resource: self = resource.json
        case let named as any RawRepresentable: self.init(property: named.rawValue, writesNull: writesNull)
        case let list as [Any]: self = .array(list.compactMap { JSON(property: $0, writesNull: writesNull) })
        case let values as [String: Any]:
            let members = values.sorted { $0.key < $1.key }.compactMap { name, value in
                JSON(property: value, writesNull: writesNull).map { Member(name, $0) }
            }
            self = .object(members)
        default:
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .optional else {
                self = JSON(properties: value, writesNull: writesNull)
                return
            }
            guard let content = mirror.children.first, let json = JSON(property: content.value, writesNull: writesNull) else {
                return nil
            }
            self = json
        }
    }
}
