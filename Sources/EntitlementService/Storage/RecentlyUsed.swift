/// A table with limited room for values: those that have not been used for a while make room for new ones.
///
/// A hand moves around the values. It passes those that have been used since its last visit, and removes the next one (second
/// chance), so that nothing is moved or searched when a value is used.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot {
        var key: Key
        var value: Value
        var room: Int
        var isUsed = false
    }

    private var slots: [Slot?] = []
    private var places: [Key: Int] = [:]
    private var free: [Int] = []
    private var hand = 0
    private var room = 0
    private let limit: Int

    /// - Parameter limit: The total room for values.
    init(limit: Int) { self.limit = limit }

    /// The number of values.
    var count: Int { places.count }

    /// Returns the value of a key, and marks it as used.
    mutating func value(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        slots[place]?.isUsed = true
        return slots[place]?.value
    }

    /// Keeps a value that needs a certain amount of room. If the previous value of the key was used, so is this one.
    mutating func keep(_ value: Value, of key: Key, room needed: Int) {
        let isUsed = places[key].flatMap { slots[$0]?.isUsed } ?? false
        remove(key)
        while room + needed > limit, !places.isEmpty { makeRoom() }
        let place = free.popLast() ?? slots.count
        if place == slots.count { slots.append(nil) }
        slots[place] = Slot(key: key, value: value, room: needed, isUsed: isUsed)
        places[key] = place
        room += needed
    }

    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        room -= slots[place]?.room ?? 0
        slots[place] = nil
        free.append(place)
    }

    /// Moves the hand; removes the value there, unless it has been used.
    private mutating func makeRoom() {
        hand = (hand + 1) % slots.count
        guard let slot = slots[hand] else { return }
        if slot.isUsed { slots[hand]?.isUsed = false } else { remove(slot.key) }
    }
}
