import Dispatch
import LoginPages
import Synchronization

/// Waiting for asynchronous work, which blocks the commands' thread.
enum Blocking {
    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    static func value<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
        let result = Result<Value>()
        let isDone = DispatchSemaphore(value: 0)
        Task {
            let value = await body()
            result.value.withLock { $0 = value }
            isDone.signal()
        }
        while true {
            isDone.wait()
            if let value = result.value.withLock({ $0 }) { return value }
        }
    }
}

extension FormWalk {
    /// Walks from a page to the end; blocks this thread.
    static func result(
        from address: String, _ user: String, _ password: String, endingAt end: String? = nil
    ) -> Swift.Result<String?, Failure> {
        Blocking.value {
            var walk = FormWalk(user: user, password: password)
            do throws(Failure) {
                return .success(try await walk.walk(from: address, endingAt: end))
            } catch {
                return .failure(error)
            }
        }
    }
}
