import Administration
import TVWorld

extension Resource {
    /// Returns the members as `--json` shows them: in this order, null where the service has none, and moments as dates.
    ///
    /// - Parameter names: The members; by default those that the service sends.
    func report(_ names: [String]? = nil) -> JSON {
        let json = json
        guard case .object(let members) = json else { return json }
        return .object(
            (names ?? members.map(\.key)).map { name in
                if let unit = Self.moments[name], let moment = json[name]?.integer {
                    return JSON.Member(name, .string(Timestamp.text(unixSeconds: moment / unit.rawValue)))
                }
                return JSON.Member(name, json[name] ?? .null)
            })
    }
}

/// A resource that a command lists.
protocol TableResource: ListedResource {
    static var columns: Table.Columns<Self> { get }
    /// The element of the document.
    var report: JSON { get }
}

extension TableResource {
    var report: JSON { report() }
}

extension Report {
    init<Element: TableResource>(_ elements: [Element]) {
        self.init(Element.member, elements, json: \.report, columns: Element.columns)
    }
}
