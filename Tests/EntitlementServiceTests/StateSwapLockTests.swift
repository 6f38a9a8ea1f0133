import Testing

@testable import EntitlementService

@Suite("Calls and swaps")
struct StateSwapLockTests {
    @Test("A swap waits for running calls, and delays others until it has ended")
    func order() async throws {
        let gate = StateSwapLock()
        let (events, tell) = AsyncStream.makeStream(of: String.self)
        await gate.enter()
        let swap = Task { await gate.alone { _ = tell.yield("swap") } }
        let second = Task {
            await swap.value
            await gate.enter()
            tell.yield("call")
            gate.leave()
        }
        tell.yield("inside")
        gate.leave()
        await second.value
        tell.finish()
        var seen: [String] = []
        for await event in events { seen.append(event) }
        #expect(seen.last == "call" && Set(seen) == ["inside", "swap", "call"])
    }

    @Test("Many calls and swaps: none runs during a swap")
    func many() async {
        let gate = StateSwapLock()
        /// What every call reads twice, and every swap changes in two steps.
        actor Pair {
            var first = 0
            var second = 0

            func changeFirst() { first += 1 }
            func changeSecond() { second += 1 }
        }
        let pair = Pair()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    if number.isMultiple(of: 10) {
                        await gate.alone {
                            await pair.changeFirst()
                            await Task.yield()
                            await pair.changeSecond()
                        }
                        return true
                    }
                    await gate.enter()
                    defer { gate.leave() }
                    let first = await pair.first
                    await Task.yield()
                    return await pair.second == first
                }
            }
            for await isWhole in group { #expect(isWhole) }
        }
    }
}
