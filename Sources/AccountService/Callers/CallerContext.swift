import AccountCore
import TVWorld

/// Information about the caller of a call, for the journal.
struct CallerContext: Sendable, Equatable {
    var application: ApplicationID
    /// How it was identified; nil if that is unknown.
    var identification: Identification?
    /// The app's identifier of the action that the call belongs to.
    var correlation = ""
}

extension CallerContext {
    init(_ identity: CallerIdentity, correlation: String = "") {
        self.init(
            application: identity.application, identification: identity.identification, correlation: correlation)
    }

    /// Returns a journal record about the call.
    func record(
        _ event: JournalEvent, _ details: [JournalDetail], documents: [JournalDocument] = []
    ) -> JournalRecord {
        JournalRecord(
            event, application: application, identification: identification, details: details, correlation: correlation,
            documents: documents)
    }
}
