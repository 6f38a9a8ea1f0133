import Synchronization

/// The memory for calls of other connections that must be kept: until something about their sender is known, and large ones
/// until they have been answered.
///
/// Small calls have room of their own, so that large calls of one sender do not block those of others.
final class CallRoom: Sendable {
    /// Bytes of the largest call that counts as small.
    static let smallCall = 64 * 1_024
    /// Bytes that the small calls of one sender may take.
    static let smallPerSender = 256 * 1_024
    /// Bytes that the small calls of all senders may take.
    static let smallInAll = 64 * 1_024 * 1_024
    /// Bytes that the large calls of one sender, and those of one process, may take.
    static let largePerSender = 4 * 1_024 * 1_024
    /// Bytes that the large calls of all senders may take.
    static let largeInAll = 16 * 1_024 * 1_024

    /// Who the bytes of large calls are counted for.
    enum Holder: Hashable {
        case sender(BusName)
        /// A process; nil for all that are not known yet.
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

    /// Room for a call that waits, whose size is at most `smallCall`; nil when there is none.
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

    /// Room for a large call until it is answered; nil when there is none.
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
