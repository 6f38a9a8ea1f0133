import Administration
import TVWorld

extension DeviceControl {
    /// The maximum number of bytes of each list: by default, a service accepts bodies of 256 KiB.
    private static let sizeLimit = 96 << 10

    /// Returns the state of the device in the form that the service's dashboard accepts.
    func sharedState() async throws -> JSON {
        let status = try await status()
        let account = try await account()
        let clock = try await clock()
        let applications = try await applications()
        let requests = try await requests()
        let shownAccount = account.map { account in
            Self.texts(["provider": 256, "subscriber": 256, "signedInAt": 64, "expiresAt": 64], of: account.json) + [
                .init("expired", .bool(account.hasExpired(at: clock.time / 1_000))),
                .init("remembered", .bool(account.isRemembered)),
            ]
        }
        return .members([
            "region": SafeText.line(status.region, upTo: 16), "account": shownAccount.map(JSON.object),
            "applicationCount": applications.count,
            "applications": Self.list(
                applications.map(\.json), ["id": 256, "access": 64, "identifiedBy": 64, "usageDescription": 500]),
            "prompts": Self.list(
                requests.map(\.json), ["application": 256, "kind": 64, "stage": 64, "prompt": 64, "asked": 256]),
        ])
    }

    /// Returns texts of a record, by name with their maximum lengths; null for none.
    private static func texts(_ lengths: KeyValuePairs<String, Int>, of record: JSON) -> [JSON.Member] {
        lengths.map { name, length in
            .init(name, .optional((record[name]?.text).map { SafeText.line($0, upTo: length) }.nonEmpty))
        }
    }

    /// Returns such texts of the first records of a list, as many as a call may contain.
    private static func list(_ records: [JSON], _ lengths: KeyValuePairs<String, Int>) -> JSON {
        var size = 0
        return .array(
            records.prefix(AdministrationLimit.sharedCount).map { JSON.object(texts(lengths, of: $0)) }.prefix { json in
                size += json.serialized.utf8.count + 1
                return size <= sizeLimit
            }.map(\.self))
    }
}

extension SafeText {
    /// Returns the string in one line of at most this number of Unicode scalars.
    static func line(_ text: String, upTo length: Int) -> String {
        String(String.UnicodeScalarView(line(text).unicodeScalars.prefix(length)))
    }
}
