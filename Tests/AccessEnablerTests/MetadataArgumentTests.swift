import DecisionTables
import Dispatch
import Foundation
import Testing

@testable import AccessEnabler

/// What `getMetadata` returns of the dictionary that it was called with.
@Suite("Metadata arguments")
struct MetadataArgumentTests {
    /// Something that only the app knows.
    private final class Screen {}

    /// Passes on what it receives, one dictionary for each call.
    private final class App: EntitlementDelegate {
        // `@unchecked Sendable` is safe because only the test reads it, and only what it has created itself.
        struct Echo: @unchecked Sendable {
            let key: Int32
            let arguments: [AnyHashable: Any]
        }

        let echoes: AsyncStream<Echo>
        private let continuation: AsyncStream<Echo>.Continuation

        init() { (echoes, continuation) = AsyncStream.makeStream(of: Echo.self) }

        func setMetadataStatus(
            _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
        ) {
            continuation.yield(Echo(key: key, arguments: arguments ?? [:]))
        }
        func setRequestorComplete(_ status: Int32) {}
        func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    }

    private func echoes(of dictionaries: [[AnyHashable: Any]?], requestor: String) async -> [App.Echo] {
        let dispatcher = DelegateDispatcher(queue: DispatchQueue(label: "test"))
        let library = AccessEnabler(engine: FakeSurroundings(FakeApp()).engine(receiver: dispatcher), dispatcher: dispatcher)
        let app = App()
        library.delegate = app
        for dictionary in dictionaries { library.getMetadata(dictionary) }
        library.setRequestor(requestor)
        var echoes: [App.Echo] = []
        for await echo in app.echoes {
            echoes.append(echo)
            if echoes.count == dictionaries.count { break }
        }
        return echoes
    }

    @Test(
        "each call gets its own, complete: strings, numbers, and what has no JSON form; also when setRequestor has failed",
        .timeLimit(.minutes(10)), arguments: ["REF30", "NOBODY"])
    func whole(requestor: String) async {
        let screen = Screen()
        let date = Date(timeIntervalSince1970: 7)
        let first: [AnyHashable: Any] = [
            METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: "zip", "screen": screen, "date": date,
            7: "a number as key", "list": [1, screen], "nested": ["a": [true, 1.5]], "none": NSNull(),
        ]
        let second: [AnyHashable: Any] = [METADATA_OPCODE_KEY: METADATA_DEVICE_ID, "mark": UUID()]
        let echoes = await echoes(of: [first, second, nil, ["nothing": Data([1])]], requestor: requestor)
        #expect(echoes.map(\.key) == [METADATA_USER_META, METADATA_DEVICE_ID, -1, -1])
        let whole = echoes[0].arguments
        #expect(whole.count == first.count)
        #expect(whole["screen"] as? Screen === screen && whole["date"] as? Date == date)
        #expect(whole[7] as? String == "a number as key" && (whole["list"] as? [Any])?.last as? Screen === screen)
        #expect(whole[METADATA_OPCODE_KEY] as? Int == 3 && (whole[METADATA_OPCODE_KEY] as? NSNumber)?.intValue == 3)
        #expect((whole["nested"] as? [String: Any])?["a"] as? [NSNumber] == [true, 1.5] && whole["none"] is NSNull)
        #expect(echoes[1].arguments["mark"] is UUID && echoes[1].arguments.count == 2)
        #expect(echoes[2].arguments.isEmpty && echoes[3].arguments["nothing"] as? Data == Data([1]))
    }
}
