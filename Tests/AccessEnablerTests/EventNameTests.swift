import TVWorld
import Testing

@testable import AccessEnabler

@Suite("The library's events in the closed list of events")
struct EventNameTests {
    static let calls: [Call] = [
        .setRequestor(id: "", serviceProviders: []), .setOptions([:]), .checkAuthentication,
        .getAuthentication(isForced: false, data: [:], filter: [:]), .setSelectedProvider(nil), .handleExternalURL(nil),
        .checkAuthorization(resource: "", data: [:]), .getAuthorization(resource: "", data: [:]),
        .checkPreauthorizedResources([], usesCache: true), .preauthorize(resources: [], usesCache: true),
        .getMetadata(arguments: [:]), .getSelectedProvider, .logout,
    ]

    static let callbacks: [Callback] = [
        .setRequestorComplete(isSuccess: true), .setAuthenticationStatus(isSuccess: true, code: ""), .displayProviderDialog([]),
        .presentTvProviderDialog(.dialogHandle), .dismissTvProviderDialog(.dialogHandle), .navigateToURL("", usesSVC: true),
        .preauthorizedResources([]), .setToken("", resource: ""), .tokenRequestFailed(resource: "", code: "", description: ""),
        .selectedProvider(nil), .setMetadataStatus(nil, isEncrypted: false, key: 0, arguments: [:]),
        .sendTrackingData([], event: 0),
        .status(StatusReport(.n000, message: "m", details: "d", resource: "r")),
        .preauthorize(isServiced: true, PreauthorizeAnswer()),
        .preauthorize(isServiced: false, PreauthorizeAnswer()),
    ]

    @Test("Every call and callback is in the list, with its details, and nothing else")
    func listed() throws {
        let entries =
            Self.calls.map { ("library.call.\($0.entry.name)", $0.entry.details) }
            + Self.callbacks.map { ("library.\($0.entry.name)", $0.entry.details) }
        for (name, details) in entries {
            let event = try #require(EventName.named(name), "\(name) is not in EventName")
            #expect(event.sources == [.library])
            for key in details.keys { #expect(event.accepts(detail: key), "\(name) may have \(key)") }
        }
        let names = Set(entries.map(\.0))
        for event in EventName.all where event.sources == [.library] {
            #expect(names.contains(event.name), "\(event.name) is in EventName only")
        }
    }
}
