import Synchronization

/// The memory for incoming calls that must be retained: until their sender has been identified, and large ones until they have
/// been answered.
///
/// Small calls have separate room, so that large calls of one sender do not block those of others.
final class CallRoom: Sendable {
    /// The maximum size of a small call, in bytes.
    static let smallCall = 64 * 1_024
    /// The maximum size of all small calls of one sender, in bytes.
    static let smallPerSender = 256 * 1_024
    /// The maximum size of all small calls, in bytes.
    static let smallInAll = 64 * 1_024 * 1_024
    /// The maximum size of all large calls of one sender, and of one process, in bytes.
    static let largePerSender = 4 * 1_024 * 1_024
    /// The maximum size of all large calls, in bytes.
    static let largeInAll = 16 * 1_024 * 1_024

    /// The party that large calls are attributed to.
    enum Holder: Hashable {
        case sender(BusName)
        /// A process; nil for all unknown processes.
        case process(UInt32?)
    }

    private struct Taken {
        var small: [BusName: Int] = [:]
        var smallInAll = 0
        var large: [Holder: Int] = [:]
        var largeInAll = 0
    }

    /// The room of a call; released with the call.
    final class Place: Sendable {
        private let giveBack: @Sendable () -> Void

        fileprivate init(giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

        deinit { giveBack() }
    }

    private let taken = Mutex(Taken())

    /// Returns room for a waiting call of at most `smallCall` bytes; nil if there is none.
    func takeSmall(_ size: Int, for sender: BusName) -> Place? {
        let fits = taken.withLock { taken in
            guard taken.small[sender, default: 0] + size <= Self.smallPerSender, taken.smallInAll + size <= Self.smallInAll
            else { return false }
            taken.small[sender, default: 0] += size
            taken.smallInAll += size
            return true
        }
        guard fits else { return nil }
        return Place { [self] in
            taken.withLock { taken in
                Self.reduce(&taken.small, sender, by: size)
                taken.smallInAll -= size
            }
        }
    }

    /// Returns room for a large call until it is answered; nil if there is none.
    func takeLarge(_ size: Int, for sender: BusName, of process: UInt32?) -> Place? {
        let holders = [Holder.sender(sender), .process(process)]
        let fits = taken.withLock { taken in
            guard taken.largeInAll + size <= Self.largeInAll,
                holders.allSatisfy({ taken.large[$0, default: 0] + size <= Self.largePerSender })
            else { return false }
            for holder in holders { taken.large[holder, default: 0] += size }
            taken.largeInAll += size
            return true
        }
        guard fits else { return nil }
        return Place { [self] in
            taken.withLock { taken in
                for holder in holders { Self.reduce(&taken.large, holder, by: size) }
                taken.largeInAll -= size
            }
        }
    }

    private static func reduce<Key>(_ table: inout [Key: Int], _ key: Key, by size: Int) {
        let rest = table[key, default: 0] - size
        table[key] = rest > 0 ? rest : nil
    }
}
