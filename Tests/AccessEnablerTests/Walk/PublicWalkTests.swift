import EntitlementModel
import Foundation
import ProjectTesting
import Testing

@testable import AccessEnabler

/// Random walks of the public class: its delegates, its queue, its files.
@Suite("Random walks of the public class")
struct PublicWalkTests {
    /// The seeds of one test case; ten times as many in `make soak`.
    static let chunks = [UInt64](0..<(ProcessInfo.processInfo.environment["VSASIM_SOAK"] == "1" ? 40 : 4))
    static let chunkSize: UInt64 = 25

    @Test("the delegates receive what the decision tables say", .timeLimit(.minutes(5)), arguments: chunks)
    func walks(chunk: UInt64) async throws {
        for seed in (1...Self.chunkSize).map({ 1_000_000 + chunk * Self.chunkSize + $0 }) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            var walk = PublicWalk(Walk(seed: seed), folder: folder.path)
            try await walk.run(seed: seed)
            walk.expectNoMediaTokens(seed: seed)
        }
    }

    /// Not every walk gets one.
    @Test("no file of an app that received a media token contains it", .timeLimit(.minutes(5)))
    func mediaToken() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var script = Walk(seed: 1)
        script.steps = [
            .happening(.permission(.granted)), .happening(.account("alpha.example")),
            .calls([.setRequestor("REF30", []), .checkAuthentication, .getAuthorization("news")], order: 0),
        ]
        var walk = PublicWalk(script, folder: folder.path)
        try await walk.run(seed: 1)
        let (tokens, files) = walk.expectNoMediaTokens(seed: 1)
        #expect(tokens > 0 && files > 0, "\(tokens) tokens, \(files) files")
    }
}

/// One walk of the public class, compared with the model.
private struct PublicWalk {
    private let walk: Walk
    private let folder: String
    private let surroundings: WalkSurroundings
    private var library: AccessEnabler
    private var model: Model

    init(_ walk: Walk, folder: String) {
        self.walk = walk
        self.folder = folder
        surroundings = WalkSurroundings(platform: walk.platform)
        model = Model(world: World(platform: walk.platform))
        library = Self.library(surroundings, model.world, folder)
    }

    private static func library(_ surroundings: WalkSurroundings, _ world: World, _ folder: String) -> AccessEnabler {
        let dispatcher = DelegateDispatcher(queue: DispatchQueue(label: "walk"))
        let files = FileStore(
            location: StoreLocation(folder: folder), isSynced: true, now: { surroundings.now },
            service: { WalkServices.address(of: .first) })
        let library = AccessEnabler(
            engine: Engine(
                environment: Environment(
                    platform: world.platform == .ios ? .ios : .tvos, applicationID: "com.example.player",
                    softwareStatement: world.statement == .missing ? nil : "statement", statementDigest: "digest"),
                surroundings: Engine.Surroundings(
                    transport: surroundings, account: surroundings,
                    store: QueuedStore(files: files, check: .INTEGRITY_CHECK_NONE), now: { surroundings.now },
                    sleep: WalkSurroundings.sleep, show: { await surroundings.show($0) }, journal: nil),
                receiver: dispatcher),
            dispatcher: dispatcher)
        library.delegate = surroundings
        library.statusDelegate = surroundings
        return library
    }

    mutating func run(seed: UInt64) async throws {
        for (index, step) in walk.steps.enumerated() {
            switch step {
            // Only the pure state machine is moved to another device, and time passes for a second screen only there.
            case .happening(.moves): continue
            case .happening(.elapse) where walk.platform == .tvos: continue
            case .happening(let happening) where !happening.isInTables: continue
            case .happening(let happening):
                surroundings.apply(happening)
                model.apply(happening)
                if case .relaunch = happening { library = Self.library(surroundings, model.world, folder) }
            case .calls(let calls, _):
                let calls = calls.filter(Self.isMade)
                for call in calls { perform(call) }
                model.perform(calls)
            case .user(let action, _):
                guard action == .endsPage ? model.isBrowsing : model.isAsking else { continue }
                surroundings.act(action)
                model.act(action)
            }
            try await compare("seed \(seed), step \(index + 1) of\n\(walk)")
        }
        // Calls are answered in order: everything arrives before this answer.
        for call in [ModelCall.setRequestor("REF30", []), .getSelectedProvider] {
            perform(call)
            model.perform([call])
        }
        try await compare("seed \(seed), at the end of\n\(walk)")
        #expect(surroundings.lines.events.count == count, "seed \(seed): callbacks that no table names")
    }

    /// preauthorize answers its own object; which of several services answers first depends on the threads here.
    private static func isMade(_ call: ModelCall) -> Bool {
        switch call {
        case .preauthorize: false
        case .setRequestor(_, let services): services.count < 2
        default: true
        }
    }

    /// The number of lines that the model has produced.
    private var count = 0

    private mutating func compare(_ place: String) async throws {
        let expected = model.takeLines()
        var seen: [String] = []
        for _ in expected { seen.append(try await surroundings.lines.next("line, \(place), expected \(expected)")) }
        count += expected.count
        // The user and the app are notified concurrently.
        let isQuestion = { (line: String) in line.hasPrefix("ask(") || line.hasPrefix("browser(") || line == "withdraw" }
        #expect(seen.filter { !isQuestion($0) } == expected.filter { !isQuestion($0) }, "\(place)")
        #expect(seen.filter(isQuestion) == expected.filter(isQuestion), "\(place)")
    }

    private func perform(_ call: ModelCall) {
        switch call {
        case .setRequestor(let id, let services):
            library.setRequestor(id, serviceProviders: services.map(WalkServices.address))
        case .setOptions(let handlesSVC): library.setOptions(["handleSVC": handlesSVC])
        case .checkAuthentication: library.checkAuthentication()
        case .getAuthentication(let isForced, nil, _, let identity):
            library.getAuthentication(isForced, withData: identity.map { ["email": $0] })
        case .getAuthentication(let isForced, let shown?, let featured, let identity):
            library.getAuthentication(
                isForced, withData: identity.map { ["email": $0] },
                andFilter: [TV_PROVIDERS: shown, FEATURED_TV_PROVIDERS: featured])
        case .setSelectedProvider(let mvpd): library.setSelectedProvider(mvpd)
        case .handleExternalURL: library.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        case .checkAuthorization(let resource): library.checkAuthorization(resource)
        case .getAuthorization(let resource): library.getAuthorization(resource)
        case .checkPreauthorizedResources(let resources, let usesCache):
            library.checkPreauthorizedResources(resources, cache: usesCache)
        case .preauthorize: break
        case .getMetadata(let metadata): library.getMetadata(metadata.dictionary)
        case .getSelectedProvider: library.getSelectedProvider()
        case .logout: library.logout()
        }
    }

    /// No file contains a media token that the service issued.
    ///
    /// - Returns: The numbers of tokens, and of files that were read.
    @discardableResult
    func expectNoMediaTokens(seed: UInt64) -> (tokens: Int, files: Int) {
        let tokens = surroundings.mediaTokens
        var files = 0
        for path in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
            // Folders cannot be read.
            guard let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) else { continue }
            files += 1
            #expect(!tokens.contains { text.contains($0) }, "seed \(seed): a media token in \(path)")
        }
        return (tokens.count, files)
    }
}

extension ModelCall.Metadata {
    /// The dictionary of `getMetadata`.
    fileprivate var dictionary: [AnyHashable: Any] {
        switch self {
        case .unknown: [:]
        case .authorization(let resource): [METADATA_OPCODE_KEY: key, METADATA_RESOURCE_ID_KEY: resource]
        case .user(let field): [METADATA_OPCODE_KEY: key, METADATA_USER_META_KEY: field]
        case .authentication, .deviceID: [METADATA_OPCODE_KEY: key]
        }
    }
}
