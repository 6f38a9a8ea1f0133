import DBus

/// Who may load scenarios and snapshots, and who waits for it: (state, happening) → state, without time and without waiting.
///
/// A load takes several calls, between which the service is asked, too. Whoever has announced one has the turn until it ends, and is
/// the only one to get in; anybody else's calls have the turn one by one.
struct LoadLine: Equatable {
    /// Why somebody wants the turn.
    enum Purpose: Equatable {
        /// A single call.
        case call
        /// A load, from `BeginLoad` to `EndLoad`.
        case load
    }

    /// Somebody in the line.
    struct Member: Equatable {
        /// Its number, which nobody else gets.
        var ticket: UInt64
        var caller: BusName
        var purpose: Purpose
        /// Whether it is being put out, and nothing of it is let in any more.
        var isLeaving = false
    }

    /// What becomes of somebody who comes.
    enum Entrance: Equatable {
        /// It has the turn.
        case granted(UInt64)
        /// It has had it already.
        case inside
        /// It gets it later.
        case waits(UInt64)
        /// Too many are waiting.
        case refused
    }

    /// How many may wait.
    static let limit = 256

    /// Who has the turn.
    private(set) var holder: Member?
    /// Who waits, in the order in which they came.
    private(set) var waiting: [Member] = []
    private var lastTicket: UInt64 = 0

    /// Somebody comes.
    mutating func enter(_ caller: BusName, for purpose: Purpose) -> Entrance {
        if let holder, holder.caller == caller, holder.purpose == .load, !holder.isLeaving { return .inside }
        guard waiting.count < Self.limit else { return .refused }
        lastTicket += 1
        let member = Member(ticket: lastTicket, caller: caller, purpose: purpose)
        guard holder != nil else {
            holder = member
            return .granted(lastTicket)
        }
        waiting.append(member)
        return .waits(lastTicket)
    }

    /// Lets nothing more in of the load that has the turn, because its caller ends it or is gone, or because it takes too long. It
    /// keeps the turn until `leave`.
    ///
    /// - Returns: Its ticket; nil when there is no such load, or it is being put out already.
    mutating func close(where isMeant: (Member) -> Bool) -> UInt64? {
        guard let member = holder, member.purpose == .load, !member.isLeaving, isMeant(member) else { return nil }
        holder?.isLeaving = true
        return member.ticket
    }

    /// The turn is over.
    ///
    /// - Returns: Who has it now.
    mutating func leave(_ ticket: UInt64) -> Member? {
        guard holder?.ticket == ticket else { return nil }
        holder = waiting.isEmpty ? nil : waiting.removeFirst()
        return holder
    }

    /// Those go who wait no more.
    ///
    /// - Returns: Their tickets.
    mutating func withdraw(where isMeant: (Member) -> Bool) -> [UInt64] {
        let tickets = waiting.filter(isMeant).map(\.ticket)
        waiting.removeAll(where: isMeant)
        return tickets
    }
}
