/// Runs an operation, and then its clean-up, whether it throws an error or not.
///
/// - Throws: The errors of the operation.
package func withCleanup<Value>(
    _ cleanUp: () async -> Void, _ operation: () async throws -> Value
) async throws -> Value {
    do {
        let value = try await operation()
        await cleanUp()
        return value
    } catch {
        await cleanUp()
        throw error
    }
}
