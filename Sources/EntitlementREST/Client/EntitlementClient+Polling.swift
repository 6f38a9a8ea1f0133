import Foundation
import ServiceAccess

extension EntitlementClient {
    /// The shortest pause between two requests of ``waitForProfile(_:interval:)``.
    static let shortestInterval = Duration.seconds(3)
    /// The longest pause, after failures.
    static let longestInterval = Duration.seconds(60)

    /// Waits until the user has logged in with a code, in a browser or on another screen. Polls the service immediately, then
    /// periodically; lost connections, an overloaded service and pages of others, such as a hotel's network, only lengthen the
    /// pauses.
    ///
    /// - Parameters:
    ///   - session: The session of the code.
    ///   - interval: The pause between two requests: three seconds or more.
    /// - Throws: ``EntitlementClientError/sessionEnded`` when the code expires, or the client has received another code;
    ///   ``EntitlementClientError/cancelled``; any other error of the service.
    public func waitForProfile(
        _ session: PendingSession, interval: Duration = .seconds(4)
    ) async throws(EntitlementClientError) -> Profile {
        let shortest = max(interval, Self.shortestInterval)
        let number = codes
        var pause = shortest
        var hasProfile = false
        // The user may log in with the code when the app no longer waits.
        defer { if !hasProfile { isProfileCurrent = false } }
        while true {
            // The code may have been used at the last moment, so the service is polled once after that.
            let isLast = clock.now >= session.validity.notAfter
            let before = changes
            do throws(EntitlementClientError) {
                if let profile = try await readProfile(code: session.code, mayRepeat: false) {
                    hasProfile = true
                    await noteLogin(profile, since: before)
                    return profile
                }
                pause = shortest
            } catch {
                guard error.isTemporary || error.isForeign else { throw error.asSessionEnd }
                pause = max(shortest, min(pause * 2, Self.longestInterval))
            }
            guard !isLast else { throw .sessionEnded }
            let left = session.validity.notAfter.timeIntervalSince(clock.now).rounded(.up)
            try await wait(min(pause, .seconds(min(max(left, 1), 86_400))))
            guard codes == number else { throw .sessionEnded }
        }
    }
}
