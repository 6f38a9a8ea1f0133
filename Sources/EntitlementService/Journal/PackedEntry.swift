import EntitlementCore
import TVWorld

/// An entry of the journal in one block of memory.
struct PackedEntry: Sendable {
    private var time: Int64 = 0
    private var machineTime: Int64 = 0
    private var event = JournalEvent.reset
    /// The request's identifier, the correlation, the outcome, then names and values of the details.
    private var texts = PackedTexts()

    /// The maximum length of a string, in bytes.
    static let textLimit = PackedTexts.textLimit

    /// Packs an entry in place of the previous one.
    mutating func pack(_ entry: borrowing Journal.Entry) {
        time = entry.time
        machineTime = entry.machineTime
        event = entry.event
        var all = [entry.requestID, entry.correlation, entry.outcome]
        for (name, value) in entry.details {
            all.append(name)
            all.append(value)
        }
        texts.replace(by: all)
    }

    /// Returns the packed entry.
    func entry(_ sequence: Int64, document: String?) -> Journal.Entry {
        let all = texts.texts
        var details: [String: String] = [:]
        for index in stride(from: 3, to: all.count - 1, by: 2) { details[all[index]] = all[index + 1] }
        return Journal.Entry(
            sequence: sequence, time: time, machineTime: machineTime, event: event, requestID: all.first ?? "",
            correlation: all.count > 1 ? all[1] : "", outcome: all.count > 2 ? all[2] : "", details: details, document: document)
    }

    /// Whether it belongs to a request.
    func isOf(_ requestID: String) -> Bool { texts.begins(with: requestID) }
}
