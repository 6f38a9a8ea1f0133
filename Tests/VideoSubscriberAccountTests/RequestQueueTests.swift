import DBus
import Foundation
import ProjectTesting
import Synchronization
import Testing

@testable import VideoSubscriberAccount

/// A device whose answers wait until the test releases them.
private final class GatedDevice: AccountDevice {
    let arrivals = Recorder<MetadataQuery>()
    private let gates = Mutex<[CheckedContinuation<Void, Never>]>([])
    let cancellations = Recorder<String>()

    func access() async -> AccessAnswer { AccessAnswer(status: .granted) }

    func requestAccess(parentWindow: String?) async -> AccessAnswer { AccessAnswer(status: .granted) }

    func requestMetadata(for query: MetadataQuery, presenter: DelegatePresenter) async throws -> AccountMetadata {
        try await metadata(for: query)
    }

    func metadata(for query: MetadataQuery) async throws -> AccountMetadata {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                gates.withLock { $0.append(continuation) }
                arrivals.record(query)
            }
        } onCancel: {
            cancellations.record(query.channelIdentifier ?? "")
        }
        return AccountMetadata(provider: query.channelIdentifier)
    }

    func open() {
        gates.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume()
    }
}

extension MetadataQuery {
    fileprivate var channelIdentifier: String? { try? details.optional("channel-identifier") }
}

@Suite("the process's queue of requests")
struct RequestQueueTests {
    private let device = GatedDevice()
    private let queue = RequestQueue()
    private let outcomes = Recorder<(name: String, error: VSError?)>()

    @discardableResult
    private func enqueue(_ name: String, on manager: VSAccountManager) -> VSAccountManagerResult {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = name
        defer { request.channelIdentifier = "changed" }
        let outcomes = outcomes
        return manager.enqueue(request) { _, error in outcomes.record((name, error as? VSError)) }
    }

    @Test("Q1, Q7: requests of all managers run one at a time, in order, each in its state when it was enqueued")
    func order() async throws {
        let managers = [VSAccountManager(device: device, queue: queue), VSAccountManager(device: device, queue: queue)]
        for (index, name) in ["one", "two", "three"].enumerated() { enqueue(name, on: managers[index % 2]) }
        for name in ["one", "two", "three"] {
            let arrived = try await device.arrivals.next()
            #expect(arrived.channelIdentifier == name)
            #expect(device.arrivals.events.count == outcomes.events.count + 1)
            device.open()
            #expect(try await outcomes.next().name == name)
        }
    }

    @Test("Q2: checkAccessStatus waits its turn behind a request")
    func sharedWithAccess() async throws {
        let manager = VSAccountManager(device: device, queue: queue)
        enqueue("request", on: manager)
        _ = try await device.arrivals.next()
        let outcomes = outcomes
        manager.checkAccessStatus(options: [.prompt: true]) { _, error in outcomes.record(("access", error as? VSError)) }
        device.open()
        #expect(try await outcomes.next().name == "request")
        #expect(try await outcomes.next().name == "access")
    }

    @Test("Q3: a slow completion handler does not delay others")
    func overlappingCompletions() async throws {
        let manager = VSAccountManager(device: device, queue: queue)
        let (outcomes, blocker) = (outcomes, DispatchSemaphore(value: 0))
        manager.enqueue(VSAccountMetadataRequest()) { _, error in
            blocker.wait()
            outcomes.record(("slow", error as? VSError))
        }
        _ = try await device.arrivals.next()
        device.open()
        enqueue("fast", on: manager)
        _ = try await device.arrivals.next()
        device.open()
        #expect(try await outcomes.next().name == "fast")
        blocker.signal()
        #expect(try await outcomes.next().name == "slow")
    }

    @Test("Q7: whether there is a delegate counts when the request is enqueued")
    func delegateSampled() async throws {
        let manager = VSAccountManager(device: device, queue: queue)
        enqueue("before", on: manager)
        _ = try await device.arrivals.next()
        let outcomes = outcomes
        manager.enqueue(.interrupting) { _, error in outcomes.record(("without", error as? VSError)) }
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        manager.enqueue(.interrupting) { _, error in outcomes.record(("with", error as? VSError)) }
        device.open()
        #expect(try await outcomes.next().name == "before")
        let without = try await outcomes.next()
        #expect(without.name == "without")
        #expect(without.error?.code == .rejected)
        _ = try await device.arrivals.next()
        device.open()
        let with = try await outcomes.next()
        #expect(with.name == "with")
        #expect(with.error == nil)
        #expect(delegate.events.events.isEmpty)
    }

    @Test("Q5: a request that waits never starts after cancel", arguments: [nil, QueueExecutor()])
    func cancelWaiting(executor: QueueExecutor?) async throws {
        let manager = VSAccountManager(device: device, queue: queue, executor: executor)
        enqueue("first", on: manager)
        let second = enqueue("second", on: manager)
        enqueue("third", on: manager)
        _ = try await device.arrivals.next()
        second.cancel()
        let cancelled = try await outcomes.next()
        #expect(cancelled.name == "second")
        #expect(cancelled.error?.code == .userCancelled)
        device.open()
        #expect(try await outcomes.next().name == "first")
        #expect(try await device.arrivals.next().channelIdentifier == "third")
        device.open()
        #expect(try await outcomes.next().name == "third")
        #expect(outcomes.events.count == 3)
    }

    @Test("Q5: requests that were cancelled are released while another runs; what they release may add requests")
    func releaseCancelled() async throws {
        let manager = VSAccountManager(device: device, queue: queue)
        enqueue("first", on: manager)
        _ = try await device.arrivals.next()
        final class Captured: Sendable {
            let released: @Sendable () -> Void
            init(_ released: @escaping @Sendable () -> Void) { self.released = released }
            deinit { released() }
        }
        weak var captured: Captured?
        do {
            let object = Captured { enqueue("fourth", on: VSAccountManager(device: device, queue: queue)) }
            let outcomes = outcomes
            captured = object
            let request = manager.enqueue(VSAccountMetadataRequest()) { _, error in
                withExtendedLifetime(object) { outcomes.record(("second", error as? VSError)) }
            }
            request.cancel()
        }
        #expect(try await outcomes.next().name == "second")
        enqueue("third", on: manager)
        try await until("it is released") { captured == nil }
        for name in ["first", "third", "fourth"] {
            device.open()
            #expect(try await outcomes.next().name == name)
            if name != "fourth" { _ = try await device.arrivals.next() }
        }
    }

    @Test(
        "Q5: a running request ends at once with userCancelled, exactly once, and its work is cancelled",
        arguments: [nil, QueueExecutor()])
    func cancelRunning(executor: QueueExecutor?) async throws {
        let manager = VSAccountManager(device: device, queue: queue, executor: executor)
        let result = enqueue("running", on: manager)
        _ = try await device.arrivals.next()
        result.cancel()
        result.cancel()
        #expect(try await outcomes.next().error?.code == .userCancelled)
        #expect(try await device.cancellations.next() == "running")
        device.open()
        enqueue("next", on: manager)
        _ = try await device.arrivals.next()
        device.open()
        #expect(try await outcomes.next().name == "next")
        #expect(outcomes.events.count == 2)
    }

    @Test("Q5: cancel after the completion has no effect")
    func cancelFinished() async throws {
        let manager = VSAccountManager(device: device, queue: queue)
        let result = enqueue("done", on: manager)
        _ = try await device.arrivals.next()
        device.open()
        #expect(try await outcomes.next().error == nil)
        result.cancel()
        enqueue("next", on: manager)
        _ = try await device.arrivals.next()
        device.open()
        #expect(try await outcomes.next().name == "next")
        #expect(outcomes.events.count == 2)
    }

    @Test("a cancelled task ends its checkAccessStatus")
    func cancelTask() async throws {
        let manager = VSAccountManager(device: device, queue: queue)
        enqueue("before", on: manager)
        _ = try await device.arrivals.next()
        let task = Task { try await manager.checkAccessStatus() }
        task.cancel()
        let result = await task.result
        #expect(throws: VSError.self) { try result.get() }
        device.open()
        #expect(try await outcomes.next().name == "before")
    }

    @Test("a completion handler on an executor may make the next request")
    func nextFromHandler() async throws {
        let manager = VSAccountManager(device: device, queue: queue, executor: QueueExecutor())
        let (outcomes, request) = (outcomes, VSAccountMetadataRequest())
        manager.enqueue(request) { _, error in
            outcomes.record(("first", error as? VSError))
            manager.enqueue(request) { _, error in outcomes.record(("second", error as? VSError)) }
        }
        for name in ["first", "second"] {
            _ = try await device.arrivals.next()
            device.open()
            #expect(try await outcomes.next().name == name)
        }
    }

    @Test("hundreds of requests complete once each", arguments: [nil, QueueExecutor()])
    func many(executor: QueueExecutor?) async throws {
        let manager = VSAccountManager(device: device, queue: queue, executor: executor)
        let names = (0..<300).map(String.init)
        for name in names { enqueue(name, on: manager) }
        for _ in names {
            _ = try await device.arrivals.next()
            device.open()
        }
        for _ in names { _ = try await outcomes.next() }
        #expect(outcomes.events.map(\.name).sorted() == names.sorted())
    }
}
