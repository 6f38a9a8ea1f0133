import CXMLSec

/// A parsed document. The document and its nodes are confined to one thread at a time, so none of them leaves a verification.
final class XMLDocument {
    let pointer: OpaquePointer

    /// Parses a text without accessing the network or files and without expanding entities.
    init(_ bytes: UnsafeRawBufferPointer, recover: Bool) throws(SAMLError) {
        XMLSecurity.prepare()
        let start = bytes.bindMemory(to: CChar.self).baseAddress
        guard let start, let pointer = cxs_document_parse(start, bytes.count, recover) else {
            throw SAMLError(.notXML, bytes.isEmpty ? "no text" : XMLSecurity.lastError)
        }
        self.pointer = pointer
    }

    deinit { cxs_document_free(pointer) }

    var root: XMLNode { XMLNode(document: self, pointer: cxs_document_root(pointer)) }

    var firstNode: XMLNode { XMLNode(document: self, pointer: cxs_document_first_node(pointer)) }

    var hasType: Bool { cxs_document_has_type(pointer) }
}

/// A node of a document, which it retains.
struct XMLNode {
    let document: XMLDocument
    let pointer: OpaquePointer

    var kind: cxs_kind { cxs_node_kind(pointer) }

    /// The local name.
    var name: String { String(cString: cxs_node_name(pointer)) }

    /// The parent element; nil at the root.
    var parent: XMLNode? { cxs_node_parent(pointer).map(node) }

    var firstChild: XMLNode? { cxs_node_first_child(pointer).map(node) }

    var nextSibling: XMLNode? { cxs_node_next_sibling(pointer).map(node) }

    func `is`(_ name: String, _ namespace: String) -> Bool { cxs_node_is(pointer, namespace, name) }

    /// Returns the value of an attribute without a namespace.
    func attribute(_ name: String) -> String? { cxs_node_attribute(pointer, name, nil).map { String(cString: $0) } }

    /// Returns the value of an attribute in a namespace.
    func attribute(_ name: String, _ namespace: String) -> String? {
        cxs_node_attribute(pointer, name, namespace).map { String(cString: $0) }
    }

    /// The child elements.
    var elements: [XMLNode] {
        var found: [XMLNode] = []
        var next = firstChild
        while let node = next {
            if node.kind == CXS_ELEMENT { found.append(node) }
            next = node.nextSibling
        }
        return found
    }

    /// Returns the child elements with a name.
    func elements(_ name: String, _ namespace: String) -> [XMLNode] { elements.filter { $0.is(name, namespace) } }

    private func node(_ pointer: OpaquePointer) -> XMLNode { XMLNode(document: document, pointer: pointer) }
}

extension XMLNode: Equatable {
    static func == (left: XMLNode, right: XMLNode) -> Bool { left.pointer == right.pointer }
}
