import AccessEnabler
import Foundation
import VideoSubscriberAccount

/// Runs one model after the other and prints the result of each on a line.
@MainActor
final class Program {
    private static var current: Program?

    private let permission = ProviderPermission()
    private let model: PlayerModel
    private let subscriberModel: SubscriberModel

    init(softwareStatement: String) {
        model = PlayerModel(softwareStatement: softwareStatement, requestorID: "REF30", resourceID: "news")
        subscriberModel = SubscriberModel(softwareStatement: softwareStatement)
    }

    static func start() {
        let statementPath = ProcessInfo.processInfo.environment["VSASIM_SOFTWARE_STATEMENT"] ?? ""
        let statement = (try? String(contentsOfFile: statementPath, encoding: .utf8)) ?? ""
        let program = Program(softwareStatement: statement)
        current = program
        program.run()
    }

    private func run() {
        model.onChange = { [self] state in
            dispatchPrecondition(condition: .onQueue(.main))
            show(state)
        }
        subscriberModel.onFinish = { [self] subscriber in
            let channels = subscriber?.channels.joined(separator: " ") ?? ""
            print("household \(subscriber?.householdID ?? "unknown"), channels \(channels)")
            finish(0)
        }
        permission.check { text in
            print("permission: \(text)")
            Task { await self.askForProvider() }
        }
    }

    private func askForProvider() async {
        print("granted: \(await permission.isGranted())")
        permission.provider { identifier, expirationDate in
            print("provider: \(identifier ?? "none"), \(expirationDate == nil ? "no date" : "with a date")")
            DispatchQueue.main.async { self.model.start() }
        }
    }

    private func show(_ state: PlayerModel.State) {
        switch state {
        case .starting:
            break
        case .signedOut:
            print("signed out")
            finish(2)
        case .choosingProvider(let providers):
            print("choose: \(providers.map { $0.id }.joined(separator: " "))")
            finish(2)
        case .signedIn(let source):
            print("signed in, token source \(source ?? "unknown")")
            model.play()
        case .playing(let token):
            print("playing: \(token)")
            subscriberModel.load(requestorID: "REF30")
        case .failed(let reason):
            print("failed: \(reason)")
            finish(1)
        }
    }

    private func finish(_ code: Int32) {
        print("status codes: \(model.statusCodes.joined(separator: " "))")
        exit(code)
    }
}
