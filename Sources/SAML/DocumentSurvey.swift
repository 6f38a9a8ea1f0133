import CXMLSec

/// The result of a walk over a whole document, before anything in it is trusted.
struct DocumentSurvey {
    /// Every `ds:Signature` in the document.
    private(set) var signatures: [XMLNode] = []
    /// Every assertion in the document, encrypted or not.
    private(set) var assertions: [XMLNode] = []
    /// Every identifier with the first element that has it.
    private(set) var identifiers: [String: XMLNode] = [:]
    /// An identifier that two elements have.
    private(set) var duplicateIdentifier: String?
    private(set) var depth = 0
    private(set) var hasComments = false
    private(set) var hasEntities = false

    init(_ document: XMLDocument) {
        var next: XMLNode? = document.firstNode
        var level = 1
        while let node = next {
            record(node, level: level)
            next = DocumentSurvey.node(after: node, level: &level)
        }
    }

    private mutating func record(_ node: XMLNode, level: Int) {
        switch node.kind {
        case CXS_ELEMENT:
            depth = max(depth, level)
            recordElement(node)
        case CXS_COMMENT, CXS_PROCESSING_INSTRUCTION: hasComments = true
        case CXS_TEXT: break
        default: hasEntities = true
        }
    }

    private mutating func recordElement(_ node: XMLNode) {
        if node.is("Signature", Namespace.signature) { signatures.append(node) }
        if node.is("Assertion", Namespace.assertionElements) || node.is("EncryptedAssertion", Namespace.assertionElements) {
            assertions.append(node)
        }
        let names = [
            node.attribute("ID"), node.attribute("Id"), node.attribute("id"), node.attribute("id", Namespace.xml),
            node.attribute("AssertionID"),
        ]
        for identifier in names.compactMap(\.self) {
            if identifiers[identifier] == nil {
                identifiers[identifier] = node
            } else {
                duplicateIdentifier = duplicateIdentifier ?? identifier
            }
        }
    }

    /// Returns the next node in document order. A loop instead of recursion, so that the nesting of a hostile document cannot
    /// exhaust the stack.
    private static func node(after node: XMLNode, level: inout Int) -> XMLNode? {
        if let child = node.firstChild {
            level += 1
            return child
        }
        var current = node
        while true {
            if let sibling = current.nextSibling { return sibling }
            guard let parent = current.parent else { return nil }
            level -= 1
            current = parent
        }
    }
}
