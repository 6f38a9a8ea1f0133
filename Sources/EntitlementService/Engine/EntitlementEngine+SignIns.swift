import EntitlementCore
import TVWorld

/// A sign-in at the service, through either interface.
enum SignIn: Sendable, Equatable {
    /// A token of REST v1.
    case version1(AuthenticationRecord)
    /// A profile of REST v2.
    case version2(ProfileRecord)

    /// The user and the device.
    var authentication: AuthenticationRecord {
        switch self {
        case .version1(let record): record
        case .version2(let record): record.authentication
        }
    }
}

/// A position in the list of sign-ins: one in the records of each interface.
struct SignInCursor: Sendable, Equatable {
    /// The numbers of the last records before it; nil before the first record, 0 after the last one.
    var version1: Int64?
    var version2: Int64?

    /// Creates the position before the first sign-in.
    init() {}

    /// Reads the form of ``text``; nil for any other text.
    init?(_ text: String) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { $0.isEmpty ? -1 : Int64($0) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
        (version1, version2) = (first < 0 ? nil : first, second < 0 ? nil : second)
    }

    /// Both numbers, of which one is absent before its first record; nil after the last sign-in.
    var text: String? {
        if version1 == 0, version2 == 0 { return nil }
        return [version1, version2].map { $0.map { String($0) } ?? "" }.joined(separator: ".")
    }
}

/// The selection of a list of sign-ins.
struct SignInFilter: Sendable {
    /// The required values of columns, which the records of both interfaces have.
    var matching: [String: String] = [:]
    /// The required state of expiry.
    var life = RecordLife.any

    fileprivate func query<Record>(
        _ type: Record.Type, after cursor: Int64? = nil, limit: Int = 1
    ) -> RecordQuery<Record> {
        RecordQuery(matching: matching, life: life, cursor: cursor, limit: limit)
    }
}

extension EntitlementEngine {
    /// Returns the number of sign-ins.
    ///
    /// - Throws: The store's error if they could not be read.
    func countSignIns(_ filter: SignInFilter) async throws -> Int {
        try await store.count(filter.query(AuthenticationRecord.self)) + store.count(filter.query(ProfileRecord.self))
    }

    /// Returns the number of valid sign-ins.
    ///
    /// - Throws: The store's error if they could not be read.
    func countSignIns() async throws -> Int { try await countSignIns(SignInFilter(life: .inForce(at: clock.milliseconds()))) }

    /// Returns a page of sign-ins, newest first, and the position of the next page; nil after the last sign-in.
    ///
    /// - Throws: The store's error if they could not be read.
    func signIns(
        _ filter: SignInFilter, after place: SignInCursor = SignInCursor(), limit: Int
    ) async throws -> (signIns: [SignIn], next: SignInCursor?) {
        let first = try await store.list(filter.query(AuthenticationRecord.self, after: place.version1, limit: limit))
        let second = try await store.list(filter.query(ProfileRecord.self, after: place.version2, limit: limit))
        var (tokens, profiles) = (first.records[...], second.records[...])
        var signIns: [SignIn] = []
        while signIns.count < limit {
            if let token = tokens.first, token.createdAt >= profiles.first?.authentication.createdAt ?? .min {
                signIns.append(.version1(tokens.removeFirst()))
            } else if let profile = profiles.popFirst() {
                signIns.append(.version2(profile))
            } else {
                return (signIns, nil)
            }
        }
        var next = SignInCursor()
        next.version1 = try await number(before: tokens, of: first, place.version1, filter)
        next.version2 = try await number(before: profiles, of: second, place.version2, filter)
        return (signIns, next.text == nil ? nil : next)
    }

    /// Returns the number of the last record of a page before the rest of it; 0 if there are no more.
    private func number<Record>(
        before rest: ArraySlice<Record>, of page: RecordPage<Record>, _ cursor: Int64?, _ filter: SignInFilter
    ) async throws -> Int64? {
        if rest.isEmpty { return page.next ?? 0 }
        let count = page.records.count - rest.count
        if count == 0 { return cursor }
        return try await store.list(filter.query(Record.self, after: cursor, limit: count)).next ?? 0
    }
}
