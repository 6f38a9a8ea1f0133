import DBus
import Testing

@Suite("Introspection data")
struct IntrospectionTests {
    private func interface(_ members: String) throws -> BusInterface {
        try #require(try BusInterface.parse(xml: "<node><interface name='a.b'>\(members)</interface></node>").first)
    }

    @Test("Methods, signals, properties and annotations are read")
    func members() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE node PUBLIC "-//x//DTD [>] //EN" 'http://example.org/a>b.dtd'>
            <!-- <interface name="no"/> -->
            <node name="/x" xmlns:doc="http://example.org">
              <interface name="org.example.A1">
                <annotation name="n" value="a &amp; b &lt;&#65;&#x42;&gt; &quot;&apos;"/>
                <doc:doc><doc:para>Text &amp; more <b>bold</b><![CDATA[ <raw> ]]></doc:para></doc:doc>
                <method name="Do">
                  <annotation name="m" value="1"/>
                  <arg name="a" type="s" direction="in"><annotation name="k" value="v"/></arg>
                  <arg type="a{sv}"/>
                  <arg name="r" type="(ii)" direction="out"/>
                </method>
                <signal name="Done"><arg name="x" type="u"/><arg type="as" direction="out"/></signal>
                <property name="P" type="as" access="readwrite"/>
                <property name="Q" type="b" access="read" ></property>
              </interface>
              <interface name='org.example.B1'/>
              <node name="child"><interface name="org.example.Hidden1"/></node>
              <node name="other"/>
            </node>
            """
        let node = try IntrospectionNode(xml: text)
        #expect(node.children == ["child", "other"])
        #expect(node.interfaces.map(\.name) == ["org.example.A1", "org.example.B1"])
        let first = node.interfaces[0]
        #expect(first.annotations == ["n": "a & b <AB> \"'"])
        let method = try #require(first.method("Do"))
        #expect(method.inputSignature == "sa{sv}" && method.outputSignature == "(ii)")
        #expect(method.inputs[0].annotations == ["k": "v"] && method.annotations == ["m": "1"])
        #expect(try #require(first.signal("Done")).signature == "uas")
        #expect(first.property("P")?.access == .readWrite && first.property("Q")?.access == .read)
        #expect(first.xml.hasPrefix("<interface name=\"org.example.A1\">") && first.xml.hasSuffix("</interface>"))
        #expect(node.interfaces[1].xml == "<interface name='org.example.B1'/>")
    }

    @Test(
        "Hostile or broken documents are rejected",
        arguments: [
            "", "text", "<node>", "</node>", "<node></other>", "<node/><node/>", "<node/>text", "<interface name='a.b'/>",
            "<node><interface/></node>", "<node><interface name='bad'/></node>", "<node a='1' a='2'/>", "<node a=1/>",
            "<node a/>",
            "<node a='<'/>", "<node a='&x;'/>", "<node a='&#0;'/>", "<node a='&#xD800;'/>", "<node a='&amp'/>",
            "<node a='&#+65;'/>", "<node a='&#x+41;'/>", "<node a='&#;'/>", "<node a='&#xFFFE;'/>",
            "<node a='1'b='2'/>",
            "<node><!-- x</node>", "<node><![CDATA[ x</node>", "<!-- a ---><node/>", "<node", "<", "<node a='", "<?xml",
            "<!DOCTYPE node [<!ENTITY a 'b'>]><node/>", "<!DOCTYPE node SYSTEM 'x", "<!ENTITY x 'y'><node/>",
            "<node><interface name='a.b'/><interface name='a.b'/></node>",
            "<node><interface name='a.b'><method name='A'/><method name='A'/></interface></node>",
            "<node><interface name='a.b'><method name='1'/></interface></node>",
            "<node><interface name='a.b'><method name='A'><arg type='ss'/></method></interface></node>",
            "<node><interface name='a.b'><method name='A'><arg type='s' direction='up'/></method></interface></node>",
            "<node><interface name='a.b'><method name='A'><arg/></method></interface></node>",
            "<node><interface name='a.b'><signal name='A'><arg type='s' direction='in'/></signal></interface></node>",
            "<node><interface name='a.b'><property name='A' type='s'/></interface></node>",
            "<node><interface name='a.b'><property name='A' type='s' access='all'/></interface></node>",
            "<node><interface name='a.b'><property name='A' type='{sv}' access='read'/></interface></node>",
            "<node><interface name='a.b'><annotation name='A'/></interface></node>", "<node>\u{0}</node>x", "<no\u{0}de/>",
        ])
    func refused(text: String) {
        #expect(throws: IntrospectionError.self) { try IntrospectionNode(xml: text) }
    }

    @Test("Depth, size and number of attributes are limited")
    func limits() {
        func nested(_ count: Int) -> String {
            "<node>" + String(repeating: "<x>", count: count) + String(repeating: "</x>", count: count) + "</node>"
        }
        #expect(throws: Never.self) { try IntrospectionNode(xml: nested(31)) }
        #expect(throws: IntrospectionError.self) { try IntrospectionNode(xml: nested(32)) }
        #expect(throws: IntrospectionError.self) { try IntrospectionNode(xml: String(repeating: "<node>", count: 100_000)) }
        let long = "<node><!--" + String(repeating: "x", count: 1 << 20) + "--></node>"
        #expect(throws: IntrospectionError.self) { try IntrospectionNode(xml: long) }
        let attributes = (0..<40).map { "a\($0)='1'" }.joined(separator: " ")
        #expect(throws: IntrospectionError.self) { try IntrospectionNode(xml: "<node \(attributes)/>") }
        let name = String(repeating: "n", count: 300)
        #expect(throws: IntrospectionError.self) { try IntrospectionNode(xml: "<\(name)/>") }
    }

    @Test("Every truncation and every changed byte returns a result or an error")
    func mutations() {
        let bytes = Array(EchoService.xml.utf8)
        for count in stride(from: 0, to: bytes.count, by: 3) {
            #expect(throws: IntrospectionError.self) {
                try IntrospectionNode(xml: String(decoding: bytes.prefix(count), as: UTF8.self))
            }
        }
        var random = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            var changed = bytes
            let index = Int.random(in: 0..<bytes.count, using: &random)
            changed[index] = [UInt8](#"<>/'"&;=x -!?[]"#.utf8).randomElement(using: &random) ?? 0
            _ = try? IntrospectionNode(xml: String(decoding: changed, as: UTF8.self))
        }
    }

    @Test("The error names the line", arguments: ["<node>\n\n  <a b=c/></node>", "<node/>\n\n  x", "<node/>\n<![CDATA[\nx]]>"])
    func lines(xml: String) throws {
        let error = try #require(throws: IntrospectionError.self) { try IntrospectionNode(xml: xml) }
        #expect(error.line == 3)
        #expect(error.description.hasPrefix("introspection data, line 3: "))
    }

    @Test("Handlers must match the interface: none missing, none extra, the same access")
    func binding() throws {
        let interface = try interface(
            """
            <method name='A'/><method name='B'/><property name='P' type='s' access='read'/>
            <property name='W' type='s' access='write'/>
            """)
        let handler = MethodHandler.immediate { _ in [] }
        let error = try #require(throws: InterfaceBindingError.self) {
            try BoundInterface(
                interface, methods: ["A": handler, "C": handler],
                properties: ["P": PropertyHandler(get: { _ in "" }, set: { _, _ in }), "X": .constant("")])
        }
        #expect(
            error.problems == [
                "the handler 'C' has no method", "the handler 'X' has no property", "the method 'B' has no handler",
                "the handler of 'P' does not fit the access 'read'", "the property 'W' has no handler",
            ])
        #expect(throws: Never.self) {
            try BoundInterface(
                interface, methods: ["A": handler, "B": handler],
                properties: ["P": .constant(""), "W": PropertyHandler(get: nil, set: { _, _ in })])
        }
    }
}
