import CPostgreSQL
import Glibc

/// One connection to a PostgreSQL server. Confined to one thread at a time.
///
/// No call takes longer than its deadline, whatever the server and the network do. After a failure whose
/// ``DatabaseError/endsConnection`` is true, the connection must be replaced.
public final class Connection {
    let library: cpostgresql
    let handle: OpaquePointer
    /// The name of each statement that the server has prepared, by its SQL.
    private var prepared: [String: String] = [:]

    /// Opens a connection. If several servers are named, each has its share of the time, starting with the one that answered
    /// last.
    ///
    /// - Parameters:
    ///   - target: A connection string or URL, as libpq reads it; libpq adds what environment variables, the service file and the
    ///     password file specify.
    ///   - applicationName: The name that the server shows, unless the target sets one.
    /// - Throws: ``DatabaseError``
    public static func open(
        to target: String, applicationName: String, before deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> Connection {
        let library = try ClientLibrary.load()
        let string = try ConnectionString(target, library)
        let attempts = string.attempts
        var reasons: [String] = []
        var mistakes: [DatabaseError] = []
        for (index, attempt) in attempts.enumerated() {
            let connection = try Connection(attempt, applicationName, library)
            do throws(DatabaseError) {
                try connection.finishOpening(
                    before: .now + ContinuousClock.now.duration(to: deadline) / (attempts.count - index))
                string.note(attempt)
                return connection
            } catch {
                if error.kind == .target { mistakes.append(error) }
                let server = attempt.options["host"] ?? attempt.options["hostaddr"] ?? ""
                reasons.append(attempts.count == 1 ? error.description : "\(server): \(error)")
            }
        }
        // A mistake about one of several servers does not matter when another one can be reached again.
        if let mistake = mistakes.first, mistakes.count == attempts.count { throw mistake }
        throw DatabaseError(.unreachable, reasons.joined(separator: "; "))
    }

    /// Begins to open a connection.
    private init(
        _ attempt: ConnectionString.Attempt, _ applicationName: String, _ library: cpostgresql
    ) throws(DatabaseError) {
        let settings =
            attempt.options.sorted { $0.key < $1.key }
            + [(key: "fallback_application_name", value: applicationName), (key: "client_encoding", value: "UTF8")]
        let names = CStrings(settings.map(\.key))
        let values = CStrings(settings.map(\.value))
        guard let handle = names.lend({ names in values.lend { library.PQconnectStartParams(names, $0, 0) } }) else {
            throw DatabaseError(.unreachable, "libpq has no memory for a connection.")
        }
        self.library = library
        self.handle = handle
        // By default, libpq prints notices.
        _ = library.PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { library.PQfinish(handle) }

    private func finishOpening(before deadline: ContinuousClock.Instant) throws(DatabaseError) {
        var state = library.PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else {
                let failure = failure(.unreachable)
                throw DatabaseError(mistakeAccordingTo: failure.description) ?? failure
            }
            guard wait(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline) else {
                throw DatabaseError(.unreachable, "The server did not answer in time.")
            }
            state = library.PQconnectPoll(handle)
        }
        guard library.PQsetnonblocking(handle, 1) == 0, library.PQenterPipelineMode(handle) == 1 else {
            throw failure(.unreachable)
        }
    }

    /// The server's version when the connection was opened, as in `server_version_num`: 150002 for 15.2.
    public var serverVersion: Int { Int(library.PQserverVersion(handle)) }

    /// Whether the connection is open, as far as is known without querying the server.
    public var isOpen: Bool {
        // Anything that the server sent before it closed the connection is read first.
        for _ in 1...2 where library.PQconsumeInput(handle) != 1 { return false }
        return library.PQstatus(handle) == CONNECTION_OK
    }

    /// Executes statements in one round trip. Unless they include `BEGIN`, they form one transaction.
    ///
    /// - Returns: The results, in order.
    /// - Throws: ``DatabaseError`` of the first statement that failed. Later ones are not executed; an open transaction is rolled
    ///   back.
    @discardableResult
    public func run(
        _ statements: [Statement], before deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> [Answer] {
        do throws(DatabaseError) {
            return try exchange(statements, before: deadline)
        } catch {
            if !error.endsConnection, library.PQtransactionStatus(handle) != PQTRANS_IDLE {
                _ = try exchange([Statement("ROLLBACK")], before: deadline)
            }
            throw error
        }
    }

    private func exchange(
        _ statements: [Statement], before deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> [Answer] {
        // The SQL that each result belongs to, and whether the result is that of its preparation.
        var expected: [(sql: String, isPreparation: Bool)] = []
        for statement in statements {
            let known = prepared[statement.sql]
            let name = known ?? "s\(prepared.count)"
            if known == nil {
                prepared[statement.sql] = name
                guard library.PQsendPrepare(handle, name, statement.sql, 0, nil) == 1 else { throw failure(.lost) }
                expected.append((statement.sql, true))
            }
            try send(name, statement.parameters)
            expected.append((statement.sql, false))
        }
        guard library.PQpipelineSync(handle) == 1 else { throw failure(.lost) }
        var answers: [Answer] = []
        var first: DatabaseError?
        for (sql, isPreparation) in expected {
            do throws(DatabaseError) {
                let answer = try answer(before: deadline)
                if !isPreparation { answers.append(answer) }
            } catch {
                guard case .refused = error.kind else { throw error }
                first = first ?? error
                if isPreparation { prepared[sql] = nil }
            }
        }
        // The end of the pipeline.
        if let result = try nextResult(before: deadline) { library.PQclear(result) }
        if let first { throw first }
        return answers
    }

    private func send(_ name: String, _ parameters: [Parameter]) throws(DatabaseError) {
        let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: parameters.count)
        let values = CStrings(parameters.map(\.bytes))
        let isSent = values.lend { library.PQsendQueryPrepared(handle, name, Int32(lengths.count), $0, lengths, formats, 1) }
        guard isSent == 1 else { throw failure(.lost) }
    }

    /// Reads the result of one command, including the end marker.
    private func answer(before deadline: ContinuousClock.Instant) throws(DatabaseError) -> Answer {
        guard let result = try nextResult(before: deadline) else { throw failure(.lost) }
        defer { library.PQclear(result) }
        let refusal = refusal(result)
        let answer = refusal == nil ? Answer(rows: rows(result), count: count(result)) : Answer()
        if let end = try nextResult(before: deadline) { library.PQclear(end) }
        if let refusal { throw refusal }
        return answer
    }

    private func refusal(_ result: OpaquePointer) -> DatabaseError? {
        switch library.PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return nil
        case PGRES_PIPELINE_ABORTED:
            return DatabaseError(.refused(sqlState: "25P02"), "An earlier statement of the transaction failed.")
        default:
            let message = library.PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
            guard let state = library.PQresultErrorField(result, cpostgresql_sqlstate) else {
                return DatabaseError(.lost, Self.line(message))
            }
            return DatabaseError(.refused(sqlState: String(cString: state)), Self.line(message))
        }
    }

    private func rows(_ result: OpaquePointer) -> [Row] {
        let columns = library.PQnfields(result)
        return (0..<library.PQntuples(result)).map { row in
            Row(
                columns: (0..<columns).map { column in
                    guard library.PQgetisnull(result, row, column) == 0, let bytes = library.PQgetvalue(result, row, column)
                    else { return nil }
                    let length = Int(library.PQgetlength(result, row, column))
                    return Array(UnsafeRawBufferPointer(start: bytes, count: length))
                })
        }
    }

    private func count(_ result: OpaquePointer) -> Int {
        library.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
}
