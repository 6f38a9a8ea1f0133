import AccountCore
import TVWorld
import Testing

@Suite("The device's events in the closed list of events")
struct EventNameTests {
    @Test("Every event of the journal is in the list", arguments: JournalEvent.allCases)
    func listed(event: JournalEvent) {
        #expect(EventName.named(event.rawValue)?.sources.contains(.device) == true, "\(event.rawValue) is not in EventName")
    }

    @Test("The list has no other events of the device alone")
    func known() {
        let names = Set(JournalEvent.allCases.map(\.rawValue))
        for event in EventName.all where event.sources == [.device] {
            #expect(names.contains(event.name), "\(event.name) is in EventName only")
        }
    }
}
