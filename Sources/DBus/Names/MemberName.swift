/// The name of a method, signal or property.
///
/// Mirrors the D-Bus specification, "Member names".
public struct MemberName: CheckedText {
    static let kind = NameKind.memberName
    public let string: String

    init(unchecked string: String) { self.string = string }
}
