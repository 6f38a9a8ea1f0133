/// An interface with the handlers of its members. The members come from the introspection data; handlers are bound by name.
public struct BoundInterface: Sendable {
    struct BoundMethod {
        let handler: MethodHandler
        let input: BusSignature
        let output: BusSignature
        /// The maximum size of a call, in bytes, if it differs from the default.
        let byteLimit: Int?
    }

    struct BoundProperty {
        let handler: PropertyHandler
        let property: BusInterface.Property
    }

    /// Returns the error to reply with in place of one that the handler of a call threw.
    public typealias ErrorReplacement = @Sendable (any Error, MethodInvocation) -> any Error

    /// The interface as described by the introspection data.
    public let interface: BusInterface
    let authorize: (@Sendable (BusCaller) throws -> Void)?
    let replaceError: ErrorReplacement
    let methods: [MemberName: BoundMethod]
    let properties: [MemberName: BoundProperty]

    /// Binds handlers to an interface.
    ///
    /// - Parameters:
    ///   - authorize: Called before every handler, on the bus thread; throws an `ErrorReply` to reject the call.
    ///   - replaceError: Replaces the errors of all methods' handlers.
    ///   - callByteLimits: The maximum size of calls of single methods, in bytes, where it exceeds
    ///     `ConnectionOptions.incomingCallByteLimit`.
    /// - Throws: `InterfaceBindingError` if a member has no handler, a handler has no member, or a property's handler does not
    ///   match its access.
    public init(
        _ interface: BusInterface, authorize: (@Sendable (BusCaller) throws -> Void)? = nil,
        replaceError: @escaping ErrorReplacement = { error, _ in error },
        methods: [MemberName: MethodHandler] = [:], properties: [MemberName: PropertyHandler] = [:],
        callByteLimits: [MemberName: Int] = [:]
    ) throws(InterfaceBindingError) {
        var problems: [String] = []
        for name in methods.keys.map(\.string).sorted() where interface.method(MemberName(unchecked: name)) == nil {
            problems.append("the handler '\(name)' has no method")
        }
        for name in properties.keys.map(\.string).sorted() where interface.property(MemberName(unchecked: name)) == nil {
            problems.append("the handler '\(name)' has no property")
        }
        var boundMethods: [MemberName: BoundMethod] = [:]
        for method in interface.methods {
            if let handler = methods[method.name] {
                boundMethods[method.name] = BoundMethod(
                    handler: handler, input: method.inputSignature, output: method.outputSignature,
                    byteLimit: callByteLimits[method.name])
            } else {
                problems.append("the method '\(method.name)' has no handler")
            }
        }
        var boundProperties: [MemberName: BoundProperty] = [:]
        for property in interface.properties {
            guard let handler = properties[property.name] else {
                problems.append("the property '\(property.name)' has no handler")
                continue
            }
            boundProperties[property.name] = BoundProperty(handler: handler, property: property)
            if property.access.isReadable != (handler.get != nil) || property.access.isWritable != (handler.set != nil) {
                problems.append("the handler of '\(property.name)' does not fit the access '\(property.access.rawValue)'")
            }
        }
        if !problems.isEmpty { throw InterfaceBindingError(interface: interface.name, problems: problems) }
        self.interface = interface
        self.authorize = authorize
        self.replaceError = replaceError
        self.methods = boundMethods
        self.properties = boundProperties
    }

    /// Returns the results of a handler that answers later.
    ///
    /// - Throws: The replacement of the handler's error.
    func results(
        of work: @Sendable () async throws -> [any BusValueConvertible], for call: MethodInvocation
    ) async throws -> [BusValue] {
        do { return try await work().map { $0.dbusValue } } catch { throw replaceError(error, call) }
    }
}

/// The handlers do not match their interface. Always a programming error.
public struct InterfaceBindingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The interface.
    public let interface: InterfaceName
    /// The mismatches, one line for each member.
    public let problems: [String]

    public var description: String { "\(interface): " + problems.joined(separator: "; ") }
}
