import Administration
import TVWorld

/// The output of a command, for users and for programs.
struct Report {
    /// The message on a terminal if the text is empty: `No faults.`
    let absence: String?
    /// Returns the output for users; an empty string prints nothing.
    let text: (Style) -> String
    private let makeDocument: () -> JSON

    /// The output for programs: one document.
    var document: JSON { makeDocument() }

    /// Creates a report, whose document is made only if it is shown.
    init(document: @escaping @autoclosure () -> JSON, absence: String? = nil, text: @escaping (Style) -> String) {
        self.absence = absence
        self.text = text
        makeDocument = document
    }
}

extension Report {
    init(_ members: KeyValuePairs<String, (any JSONConvertible)?>, text: String, _ emphasis: Style.Emphasis = .plain) {
        self.init(document: .document(members)) { $0.text(text, emphasis) }
    }

    init(_ members: KeyValuePairs<String, (any JSONConvertible)?>, pairs: KeyValuePairs<String, Table.Cell>) {
        self.init(document: .document(members)) { Table.pairs(pairs).text($0) }
    }

    /// Creates a list: an array for programs, and for users a table with a row for each element; an empty one prints nothing to
    /// standard output.
    ///
    /// - Parameters:
    ///   - name: The name of the array in the document.
    ///   - json: Returns an element of the array.
    ///   - columns: The headings, each with its cell for an element.
    init<Element>(
        _ name: String, _ elements: [Element], json: @escaping (Element) -> JSON, columns: Table.Columns<Element>
    ) {
        // `customSchemes`: "No custom schemes."
        let words = name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
        self.init(document: .document([name: elements.map(json)]), absence: "No \(words).") { style in
            elements.isEmpty ? "" : Table(elements, columns: columns).text(style)
        }
    }
}

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
