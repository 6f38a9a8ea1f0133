/// The explanations of all codes, from `Resources/codes`.
package enum Explanations {
    /// All groups.
    package static let groups = CodeFiles.all.map { ExplanationGroup($0.text) }

    /// Returns the explanations of a code, with their groups. Case and the prefix of D-Bus error names do not matter.
    package static func of(_ code: String) -> [(group: ExplanationGroup, explanation: Explanation)] {
        let wanted = shortened(code).lowercased()
        return groups.flatMap { group in
            group.explanations.filter { explanation in
                ([explanation.code] + explanation.otherCodes).contains { $0.lowercased() == wanted }
            }.map { (group, $0) }
        }
    }

    /// Returns the meaning of a code: the first one, if several kinds have the code.
    package static func meaning(of code: String) -> String? { of(code).first?.explanation.meaning }

    /// All codes, and their other spellings.
    package static var codes: [String] { groups.flatMap(\.explanations).flatMap { [$0.code] + $0.otherCodes } }

    /// Returns the last part of a D-Bus error's name; other codes are unchanged.
    private static func shortened(_ code: String) -> String {
        guard code.hasPrefix("org."), let dot = code.lastIndex(of: ".") else { return code }
        return String(code[dot...].dropFirst())
    }
}
