/// Every interface, method, signal and property of an introspection file has its documentation: a comment directly before
/// it, or a documentation annotation in it.
enum InterfaceDocumentation {
    static func findings(path: String, xml: String) -> [Finding] {
        let token = #/<!--(?<comment>[\s\S]*?)-->|<(?<tag>/?[\w:.]+)(?<attributes>[^>]*)>/#
        var found: [Finding] = []
        var isDocumented = false
        for match in xml.matches(of: token) {
            if let comment = match.output.comment {
                // "Name:" alone is not documentation.
                isDocumented = comment.replacing(#/^\s*[\w.]+:/#, with: "").contains(#/\w{3}/#)
                continue
            }
            let tag = match.output.tag.map(String.init) ?? ""
            if ["interface", "method", "signal", "property"].contains(tag), !isDocumented,
                !hasAnnotation(xml[match.range.upperBound...], attributes: match.output.attributes ?? "")
            {
                let name = (match.output.attributes ?? "").firstMatch(of: #/name="([^"]+)"/#)?.output.1 ?? "?"
                let line = xml[..<match.range.lowerBound].count { $0 == "\n" } + 1
                found.append(Finding(path: path, line: line, text: "\(tag) \(name) is not documented"))
            }
            isDocumented = false
        }
        return found
    }

    /// Whether the element's own annotations, which come before its members, have a documentation text.
    private static func hasAnnotation(_ rest: Substring, attributes: Substring) -> Bool {
        if attributes.hasSuffix("/") { return false }
        let end = rest.firstRange(of: #/<\/?(?:interface|method|signal|property)\b/#)?.lowerBound ?? rest.endIndex
        let own = rest[..<end]
        return own.contains(#/<annotation\s+name="[\w.]*Doc\w*"\s+value="[^"]*\w{3}/#) || own.contains(#/<doc:\w+>/#)
    }
}
