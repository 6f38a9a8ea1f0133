import FoundationEssentials
import MediaTokenVerifier

/// The output of the command.
struct MediaTokenReport: Encodable {
    /// The version of this document's format.
    let schema = 1
    let status: String
    let detail: String?
    let sessionGUID: String?
    let requestorID: String?
    let resourceID: String?
    let ttl: Int64?
    let issueTime: String?
    let expires: String?
    let mvpdId: String?
    let proxyMvpdId: String?

    init(_ verification: MediaTokenVerification) {
        let token = verification.token
        status = verification.status.rawValue
        detail = verification.detail.isEmpty ? nil : verification.detail
        sessionGUID = token?.sessionGUID
        requestorID = token?.requestorID
        resourceID = token?.resourceID
        ttl = token?.timeToLive
        issueTime = token?.timeIssued.formatted(.iso8601)
        expires = token?.expiration.formatted(.iso8601)
        mvpdId = token?.mvpdID
        proxyMvpdId = token?.proxyMvpdID
    }

    /// Returns the report as JSON on one line.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The report as aligned lines of text.
    var text: String {
        let rows: [(String, String?)] = [
            ("status", status), ("detail", detail), ("sessionGUID", sessionGUID), ("requestorID", requestorID),
            ("resourceID", resourceID), ("ttl", ttl.map { "\($0) ms" }), ("issueTime", issueTime), ("expires", expires),
            ("mvpdId", mvpdId), ("proxyMvpdId", proxyMvpdId),
        ]
        return rows.compactMap { name, value in
            value.map { name + String(repeating: " ", count: 13 - name.count) + $0 }
        }.joined(separator: "\n")
    }
}
