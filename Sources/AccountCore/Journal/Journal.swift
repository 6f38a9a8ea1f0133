import SAML
import TVWorld

/// The value of a detail in a journal entry.
public enum JournalValue: Sendable, Equatable {
    /// A string.
    case text(String)
    /// A number, or a date in Unix seconds.
    case number(Int64)
    /// A Boolean.
    case flag(Bool)
}

/// An event before it has a number and a time.
public struct JournalRecord: Sendable, Equatable {
    /// The event.
    public var event: JournalEvent
    /// The app that caused the event or that it concerns; nil if it concerns the whole device.
    public var application: ApplicationID?
    /// How the app was identified; nil if it has never called.
    public var identification: Identification?
    /// The details, in a fixed order.
    public var details: [JournalDetail]
    /// The app's own identifier of the action, which links events of the device and the service; empty if there is none.
    public var correlation: String
    /// The SAML messages of the event. They are kept in memory only, and for a limited time.
    public var documents: [JournalDocument]

    /// Creates a record.
    public init(
        _ event: JournalEvent, application: ApplicationID? = nil, identification: Identification? = nil,
        details: [JournalDetail] = [], correlation: String = "", documents: [JournalDocument] = []
    ) {
        self.correlation = correlation
        self.event = event
        self.application = application
        self.identification = identification
        self.details = details
        self.documents = documents
    }
}

/// A named value of a journal entry.
public struct JournalDetail: Sendable, Equatable {
    /// The name in kebab case.
    public var key: String
    /// The value.
    public var value: JournalValue

    /// Creates a detail.
    public init(_ key: String, _ value: JournalValue) {
        self.key = key
        self.value = value
    }

    /// The maximum length of a string, in bytes: a thousand entries must fit into one message of the bus.
    public static let maximumTextLength = 16_384

    /// Creates a detail with a string, which is truncated if it is too long.
    public init(_ key: String, _ text: String) {
        self.init(key, .text(text.shortened(toBytes: Self.maximumTextLength)))
    }
}

/// An entry of the journal.
public struct JournalEntry: Sendable, Equatable {
    /// The number: one more than that of the previous entry. A gap precedes an entry `journal.entries-lost`, which counts the
    /// lost entries, including the one whose number it has.
    public var sequence: Int64
    /// The time by the device's clock, in Unix seconds.
    public var time: Int64
    /// The time by the machine's clock, in Unix microseconds, regardless of the device's; 0 if it was not recorded.
    public var machineTime: Int64
    /// The record.
    public var record: JournalRecord
    /// The number of its SAML messages that are still kept.
    public var documentCount: Int

    /// Creates an entry.
    public init(sequence: Int64, time: Int64, machineTime: Int64 = 0, record: JournalRecord, documentCount: Int = 0) {
        self.documentCount = documentCount
        self.machineTime = machineTime
        self.sequence = sequence
        self.time = time
        self.record = record
    }
}

/// A SAML message of a journal entry.
public struct JournalDocument: Sendable, Equatable {
    /// The direction, as seen from the device.
    public enum Direction: String, Sendable {
        case sent
        case received
    }

    /// The kind of message: `AuthnRequest`, `Response`.
    public var message: String
    /// The direction.
    public var direction: Direction
    private enum Content: Sendable, Equatable {
        /// XML, or XML in Base64, as it was sent.
        case sent(String)
        /// Deflated XML.
        case deflated([UInt8])
    }

    private var content: Content
    /// The size of the message as it was sent, in bytes.
    public let size: Int

    private init(message: String, direction: Direction, text: String) {
        (self.message, self.direction) = (message, direction)
        (content, size) = (.sent(text), text.utf8.count)
    }

    /// The message as XML; a string that is neither XML nor readable Base64 is returned unchanged.
    public var xml: String {
        switch content {
        case .sent(let text):
            guard direction == .received, let bytes = Base64.decode(text, ignoringWhitespace: true),
                // The bus cannot carry NUL.
                !bytes.contains(0)
            else { return text }
            return String(validating: bytes, as: UTF8.self) ?? text
        case .deflated(let bytes):
            // The bytes were deflated here, so they can be inflated.
            return (try? Deflate.inflate(bytes, limit: size)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// The same message in deflated form. Deflating takes about a hundred microseconds.
    public var deflated: JournalDocument {
        var copy = self
        if case .sent = content, let bytes = try? Deflate.deflate(xml) { copy.content = .deflated(bytes) }
        return copy
    }

    /// Returns the messages of an app's request: the service's AuthnRequest, as passed by the app, and the provider's response.
    public static func list(request: MetadataRequest?, response: ProviderResponse?) -> [JournalDocument] {
        var documents: [JournalDocument] = []
        if let token = request?.verificationToken {
            documents.append(JournalDocument(message: "AuthnRequest", direction: .received, text: token))
        }
        if let response, response.authenticationScheme == .saml, let body = response.body {
            documents.append(JournalDocument(message: "Response", direction: .sent, text: body))
        }
        return documents
    }
}
