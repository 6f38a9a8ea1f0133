import Foundation
import ServiceAccess
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The record of calls and callbacks that is enabled by `VSASIM_JOURNAL`: JSON Lines, appended, without tokens. Nothing else
/// depends on it.
///
///     {"application-id":"…","correlation":"…","details":{…},"event":"library.call.setRequestor","kind":"call",
///      "machine-time":…,"process-id":1,"sequence":1,"time":…}
///
/// `time` is the device's clock in Unix milliseconds, `machine-time` the machine's in microseconds; `correlation` is the trace
/// identifier of the app's call (see ``CallTrace``).
final class Journal: Sendable {
    private let descriptor: Int32
    private let applicationID: String
    private let sequence = Atomic<Int64>(0)

    /// Opens the file; nil if that fails, which is reported once.
    init?(path: String, applicationID: String) {
        descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        self.applicationID = applicationID
        guard descriptor >= 0 else {
            StandardError.say("AccessEnabler: the journal \(path) cannot be written: \(String(cString: strerror(errno)))")
            return nil
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func record(_ call: Call, correlation: String?, at time: Int64) {
        append("call", "call.", call.entry, correlation, at: time)
    }

    func record(_ callback: Callback, correlation: String?, at time: Int64) {
        append("callback", "", callback.entry, correlation, at: time)
    }

    private func append(_ kind: String, _ prefix: String, _ entry: JournalEntry, _ correlation: String?, at time: Int64) {
        let line = JSONValue(present: [
            "application-id": .text(applicationID), "correlation": correlation.map(JSONValue.text),
            "details": .object(entry.details),
            "event": .text("library.\(prefix)\(entry.name)"), "kind": .text(kind),
            "machine-time": .integer(DeviceClock.machineMicroseconds()), "process-id": .integer(Int64(getpid())),
            "sequence": .integer(sequence.add(1, ordering: .relaxed).newValue), "time": .integer(time),
        ])
        let bytes = line.serialized + [UInt8(ascii: "\n")]
        // One write, so that lines of several processes are not mixed.
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}

/// The contents of a line of the journal.
struct JournalEntry: Sendable, Equatable {
    let name: String
    let details: [String: JSONValue]

    init(_ name: String, _ details: [String: JSONValue] = [:]) {
        self.name = name
        self.details = details
    }
}

extension Call {
    /// The journal entry of the call.
    var entry: JournalEntry {
        switch self {
        case .setRequestor(let id, let services):
            JournalEntry("setRequestor", ["requestor": .text(id), "serviceProviders": .list(services.map(JSONValue.text))])
        case .setOptions(let options): JournalEntry("setOptions", options)
        case .checkAuthentication: JournalEntry("checkAuthentication")
        case .getAuthentication(let isForced, let data, let filter):
            JournalEntry("getAuthentication", ["forceAuthn": .flag(isForced), "data": .object(data), "filter": .object(filter)])
        case .setSelectedProvider(let mvpd): JournalEntry("setSelectedProvider", ["mvpd": mvpd.map(JSONValue.text) ?? .null])
        case .handleExternalURL(let url): JournalEntry("handleExternalURL", ["url": url.map(JSONValue.text) ?? .null])
        case .checkAuthorization(let resource, _): JournalEntry("checkAuthorization", ["resource": .text(resource)])
        case .getAuthorization(let resource, _): JournalEntry("getAuthorization", ["resource": .text(resource)])
        case .checkPreauthorizedResources(let resources, let usesCache):
            JournalEntry(
                "checkPreauthorizedResources",
                ["resources": .list(resources.map(JSONValue.text)), "cache": .flag(usesCache)])
        case .preauthorize(let resources, _, _):
            JournalEntry("preauthorize", ["resources": .list(resources.map(JSONValue.text))])
        case .getMetadata(let arguments): JournalEntry("getMetadata", arguments)
        case .getSelectedProvider: JournalEntry("getSelectedProvider")
        case .logout: JournalEntry("logout")
        }
    }
}

extension Callback {
    /// The journal entry of the callback; a media token is not recorded.
    var entry: JournalEntry {
        switch self {
        case .setRequestorComplete(let isSuccess):
            JournalEntry("setRequestorComplete", ["status": .integer(isSuccess ? 1 : 0)])
        case .setAuthenticationStatus(let isSuccess, let code):
            JournalEntry("setAuthenticationStatus", ["status": .integer(isSuccess ? 1 : 0), "code": .text(code)])
        case .displayProviderDialog(let providers):
            JournalEntry("displayProviderDialog", ["mvpds": .list(providers.map { .text($0.id) })])
        case .presentTvProviderDialog: JournalEntry("presentTvProviderDialog")
        case .dismissTvProviderDialog: JournalEntry("dismissTvProviderDialog")
        case .navigateToURL(let url, let usesSVC):
            JournalEntry("navigateToUrl", ["url": .text(url)].merging(usesSVC ? ["useSVC": .flag(true)] : [:]) { $1 })
        case .preauthorizedResources(let resources):
            JournalEntry("preauthorizedResources", ["resources": .list(resources.map(JSONValue.text))])
        case .setToken(_, let resource): JournalEntry("setToken", ["resource": .text(resource)])
        case .tokenRequestFailed(let resource, let code, let description):
            JournalEntry(
                "tokenRequestFailed",
                ["resource": .text(resource), "code": .text(code), "description": .text(description)])
        case .selectedProvider(let provider):
            JournalEntry("selectedProvider", ["mvpd": provider.map { .text($0.id) } ?? .null])
        case .setMetadataStatus(let value, let isEncrypted, let key, let arguments):
            JournalEntry(
                "setMetadataStatus",
                [
                    "metadata": value ?? .null, "encrypted": .flag(isEncrypted), "key": .integer(Int64(key)),
                    "arguments": .object(arguments),
                ])
        case .sendTrackingData(let data, let event):
            JournalEntry(
                "sendTrackingData", ["event": .integer(Int64(event)), "data": .list(data.map(JSONValue.text))])
        case .status(let report): JournalEntry("status", report.entries.mapValues(JSONValue.text))
        case .preauthorize(let isServiced, let answer):
            JournalEntry(
                isServiced ? "onResponse" : "onFailure",
                [
                    "code": answer.status.map { .text($0.code) } ?? .null,
                    "resources": .list(answer.decisions.filter(\.isAuthorized).map { .text($0.id) }),
                ])
        }
    }
}
