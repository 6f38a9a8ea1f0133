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
        var cursor = place
        let first = try await store.list(filter.query(AuthenticationRecord.self, after: cursor.version1, limit: limit))
        let second = try await store.list(filter.query(ProfileRecord.self, after: cursor.version2, limit: limit))
        var signIns: [SignIn] = []
        var taken = (0, 0)
        while signIns.count < limit {
            let one = first.records.dropFirst(taken.0).first
            let two = second.records.dropFirst(taken.1).first
            if let one, one.createdAt >= two?.authentication.createdAt ?? .min {
                signIns.append(.version1(one))
                taken.0 += 1
            } else if let two {
                signIns.append(.version2(two))
                taken.1 += 1
            } else {
                return (signIns, nil)
            }
        }
        cursor.version1 = try await number(after: taken.0, of: first, cursor.version1, filter)
        cursor.version2 = try await number(after: taken.1, of: second, cursor.version2, filter)
        return (signIns, cursor.text == nil ? nil : cursor)
    }

    /// Returns the number of the last of some records of a page; 0 if there are no more.
    private func number<Record>(
        after count: Int, of page: RecordPage<Record>, _ cursor: Int64?, _ filter: SignInFilter
    ) async throws -> Int64? {
        if count == page.records.count { return page.next ?? 0 }
        if count == 0 { return cursor }
        return try await store.list(filter.query(Record.self, after: cursor, limit: count)).next ?? 0
    }
}
