/// The name of a method, signal or property.
///
/// Mirrors the D-Bus specification, "Member names".
public struct MemberName: BusText {
    public let string: String

    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.memberName.validate(string)
        self.string = string
    }

    init(unchecked string: String) { self.string = string }
}
