import Testing

@testable import TVWorld

@Suite("Former names of keys and points")
struct FormerNameTests {
    private func scenario(_ members: String, extending parent: Scenario? = nil) throws(ScenarioError) -> Scenario {
        try ScenarioTests.scenario(members, extending: parent)
    }

    private func problems(_ members: String) -> [String] {
        let error = #expect(throws: ScenarioError.self) { try scenario(members) }
        return error?.problems.map(\.description) ?? []
    }

    private static let former = #"""
        "faults": [{"id": "a", "at": "vsa.metadata", "hang": true}],
        "providers": [{"id": "alpha.example", "line-up": false, "requires-svc": true}]
        """#
    private static let new = #"""
        "faults": [{"id": "a", "point": "device.metadata", "hang": true}],
        "providers": [{"id": "alpha.example", "in-line-up": false, "uses-svc": true}]
        """#

    @Test("a document means the same with either name, and is written with the new ones")
    func both() throws {
        let scenario = try scenario(Self.former)
        #expect(try self.scenario(Self.new) == scenario)
        #expect(scenario.faults.map(\.point) == [.metadata])
        let provider = try #require(scenario.world.provider(id: "alpha.example"))
        #expect(!provider.isInLineUp && provider.requiresSystemBrowser)
        #expect(scenario.document["faults"]?.serialized == #"[{"id":"a","point":"device.metadata","hang":true}]"#)
        let keys = Provider.renamedKeys.flatMap { [$0.name, $0.former] }
        #expect(keys.filter { provider.document[$0] != nil } == ["in-line-up", "uses-svc"])
    }

    @Test("a scenario overrides inherited values with either name", arguments: [former, new])
    func extending(members: String) throws {
        let parent = try scenario(
            #""faults": [{"id": "a", "at": "vsa.access", "error": "Rejected"}], "providers": [{"id": "alpha.example"}]"#)
        #expect(try scenario(members, extending: parent) == scenario(members))
    }

    @Test(
        "an object with both is rejected, and the message names the one to use",
        arguments: [
            (#""faults": [{"id": "a", "at": "vsa.any", "point": "device.any", "hang": true}]"#, "faults[0].at", "point"),
            (
                #""providers": [{"id": "beta.example", "line-up": true, "in-line-up": true}]"#, "providers[0].line-up",
                "in-line-up"
            ),
            (
                #""providers": [{"id": "new.tv", "uses-svc": true, "requires-svc": true}]"#, "providers[0].requires-svc",
                "uses-svc"
            ),
        ])
    func conflict(members: String, field: String, name: String) {
        #expect(problems(members) == ["\(field): is another name of \(name); give \(name) only"])
    }

    @Test(
        "a mistake is reported with its location in the document and the nearest name of its kind",
        arguments: [
            (#""faults": [{"at": "vsa.metdata", "hang": true}]"#, #"faults[0].at: "#, #"did you mean "vsa.metadata""#),
            (#""faults": [{"point": "device.metdata", "hang": true}]"#, "faults[0].point: ", #"did you mean "device.metadata""#),
            (#""faults": [{"pont": "device.any", "hang": true}]"#, "faults[0].pont: ", #"did you mean "point""#),
            (#""faults": [{"hang": true}]"#, "faults[0].point: ", "is missing"),
            (#""faults": [{"point": "device.any", "saml": "expired"}]"#, "faults[0].saml: ", "device.saml, mvpd.saml"),
            (#""providers": [{"id": "alpha.example", "line-up": 1}]"#, "providers[0].line-up: ", "true or false"),
            (#""providers": [{"id": "new.tv", "in-lineup": true}]"#, "providers[0].in-lineup: ", #"did you mean "in-line-up""#),
        ])
    func mistakes(members: String, field: String, text: String) {
        #expect(problems(members).contains { $0.hasPrefix(field) && $0.contains(text) }, "\(problems(members))")
    }

    @Test("every point is found by both of its names, which differ at the device only")
    func points() {
        for point in FaultPoint.allCases {
            #expect(FaultPoint(named: point.name) == point && FaultPoint(named: point.rawValue) == point)
            #expect((point.name == point.rawValue) == (point.side == .service))
        }
        #expect(Set(FaultPoint.allCases.map(\.name)).count == FaultPoint.allCases.count)
        #expect(FaultPoint(named: "device.nowhere") == nil && FaultPoint(named: "vsa") == nil)
    }

    @Test("an expected event matches either name of its point", arguments: ["vsa.metadata", "device.metadata"])
    func expected(name: String) throws {
        let entry = TimelineEntry(
            TimelineID(.device, 1), machineTime: 0, time: 0, event: "fault.struck",
            details: .object([.init("point", "vsa.metadata")]))
        let expectation = EventExpectation(event: "fault.struck", conditions: [.init("point", .string(name))])
        #expect(try #require(expectation.differences(of: entry)).isEmpty)
        let other = EventExpectation(event: "fault.struck", conditions: [.init("point", "device.access")])
        #expect(try #require(other.differences(of: entry)).map(\.wanted) == ["device.access"])
    }
}
