import TVWorld

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
