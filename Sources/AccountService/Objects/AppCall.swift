import AccountCore
import TVWorld

/// Who calls, for what the journal says about the call.
struct AppCall: Sendable, Equatable {
    /// The app.
    var application: ApplicationID
    /// How it was recognised; nil when nobody knows.
    var identification: Identification?
    /// The app's name of the action that the call belongs to.
    var correlation: String

    init(_ application: ApplicationID, _ identification: Identification?, correlation: String = "") {
        self.application = application
        self.identification = identification
        self.correlation = correlation
    }

    init(_ identity: CallerIdentity, correlation: String = "") {
        self.init(identity.application, identity.identification, correlation: correlation)
    }

    /// Something about the call for the journal.
    func record(
        _ event: JournalEvent, _ details: [JournalDetail], documents: [JournalDocument] = []
    ) -> JournalRecord {
        var record = JournalRecord(
            event, application: application, identification: identification, details: details,
            correlation: correlation)
        record.documents = documents
        return record
    }
}
