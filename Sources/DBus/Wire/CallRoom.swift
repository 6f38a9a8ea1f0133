import Synchronization

/// The memory for incoming calls that must be retained: small ones until their sender has been identified, large ones until they
/// have been answered.
///
/// Each kind has its own room, so that large calls of one sender do not block the small calls of others.
final class CallRoom: Sendable {
    /// The maximum size of a small call, in bytes.
    static let smallCall = 64 * 1_024
    /// The maximum size of all large calls of one sender, and of one process, in bytes.
    static let largePerHolder = 4 * 1_024 * 1_024

    static func small() -> CallRoom { CallRoom(perHolder: 256 * 1_024, inAll: 64 * 1_024 * 1_024) }
    static func large() -> CallRoom { CallRoom(perHolder: largePerHolder, inAll: 16 * 1_024 * 1_024) }

    /// The party that calls are attributed to.
    enum Holder: Hashable {
        case sender(BusName)
        /// A process; nil for all unknown processes.
        case process(UInt32?)
    }

    /// The room of a call; released with the call.
    final class Place: Sendable {
        private let room: CallRoom
        private let size: Int
        private let holders: [Holder]

        fileprivate init(_ size: Int, for holders: [Holder], in room: CallRoom) {
            (self.room, self.size, self.holders) = (room, size, holders)
        }

        deinit { room.giveBack(size, of: holders) }
    }

    private let perHolder: Int
    private let inAll: Int
    private let taken = Mutex((holders: [Holder: Int](), inAll: 0))

    private init(perHolder: Int, inAll: Int) {
        self.perHolder = perHolder
        self.inAll = inAll
    }

    /// Returns room for a call of a size in bytes, which counts for each of the holders; nil if there is none.
    func take(_ size: Int, for holders: Holder...) -> Place? {
        let fits = taken.withLock { taken in
            guard taken.inAll + size <= inAll,
                holders.allSatisfy({ taken.holders[$0, default: 0] + size <= perHolder })
            else { return false }
            for holder in holders { taken.holders[holder, default: 0] += size }
            taken.inAll += size
            return true
        }
        return fits ? Place(size, for: holders, in: self) : nil
    }

    private func giveBack(_ size: Int, of holders: [Holder]) {
        taken.withLock { taken in
            for holder in holders {
                let rest = taken.holders[holder, default: 0] - size
                taken.holders[holder] = rest > 0 ? rest : nil
            }
            taken.inAll -= size
        }
    }
}
