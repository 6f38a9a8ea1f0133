/// An interface as described by introspection data. Mirrors the D-Bus specification, "Introspection Data Format".
public struct BusInterface: Sendable, Hashable {
    /// One argument of a method or signal.
    public struct Argument: Sendable, Hashable {
        /// The name, which is documentation only.
        public let name: String?
        /// A single complete type.
        public let type: BusSignature
        /// The annotations by name.
        public let annotations: [String: String]
    }

    /// A method.
    public struct Method: Sendable, Hashable {
        /// The name.
        public let name: MemberName
        /// The arguments of the call.
        public let inputs: [Argument]
        /// The arguments of the reply.
        public let outputs: [Argument]
        /// The annotations by name.
        public let annotations: [String: String]

        /// The types of all inputs.
        public var inputSignature: BusSignature { BusInterface.signature(of: inputs) }
        /// The types of all outputs.
        public var outputSignature: BusSignature { BusInterface.signature(of: outputs) }
    }

    /// A signal.
    public struct Signal: Sendable, Hashable {
        /// The name.
        public let name: MemberName
        /// The arguments of the signal.
        public let arguments: [Argument]
        /// The annotations by name.
        public let annotations: [String: String]

        /// The types of all arguments.
        public var signature: BusSignature { BusInterface.signature(of: arguments) }
    }

    /// The access to a property.
    public enum Access: String, Sendable, Hashable, CaseIterable {
        /// The property can be read.
        case read
        /// The property can be set.
        case write
        /// The property can be read and set.
        case readWrite = "readwrite"

        /// Whether the property can be read.
        public var isReadable: Bool { self != .write }
        /// Whether the property can be set.
        public var isWritable: Bool { self != .read }
    }

    /// A property.
    public struct Property: Sendable, Hashable {
        /// The name.
        public let name: MemberName
        /// A single complete type.
        public let type: BusSignature
        /// The access of other connections.
        public let access: Access
        /// The annotations by name.
        public let annotations: [String: String]

        /// Whether the property never changes, as its annotation `EmitsChangedSignal` says.
        package var isConstant: Bool { annotations["org.freedesktop.DBus.Property.EmitsChangedSignal"] == "const" }
    }

    /// The name.
    public let name: InterfaceName
    /// The methods in the order of the data.
    public let methods: [Method]
    /// The signals in the order of the data.
    public let signals: [Signal]
    /// The properties in the order of the data.
    public let properties: [Property]
    /// The annotations of the interface by name.
    public let annotations: [String: String]
    /// The element as it is in the data, including comments and documentation. Introspect returns it.
    public let xml: Substring

    /// Returns the method with this name.
    public func method(_ name: MemberName) -> Method? { methods.first { $0.name == name } }

    /// Returns the signal with this name.
    public func signal(_ name: MemberName) -> Signal? { signals.first { $0.name == name } }

    /// Returns the property with this name.
    public func property(_ name: MemberName) -> Property? { properties.first { $0.name == name } }

    private static func signature(of arguments: [Argument]) -> BusSignature {
        BusSignature(unchecked: arguments.map(\.type.string).joined())
    }
}
