import DBus

/// The queue of callers that load scenarios and snapshots: a pure function of state and event, without time and waiting.
///
/// A load consists of several calls, between which the service is called, too. A caller that has begun a load keeps the turn
/// until it ends; only its own calls are admitted. Calls of other callers get the turn one at a time.
struct LoadLine: Equatable {
    /// The purpose of a turn.
    enum Purpose: Equatable {
        /// A single call.
        case call
        /// A load, from `BeginLoad` to `EndLoad`.
        case load
    }

    /// A caller in the line.
    struct Member: Equatable {
        /// Its unique number.
        var ticket: UInt64
        var caller: BusName
        var purpose: Purpose
        /// Whether it is being rolled back, so that no further call of it is admitted.
        var isLeaving = false
    }

    /// The result of a request for the turn.
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

    /// The holder of the turn.
    private(set) var holder: Member?
    /// The waiting callers, in the order of arrival.
    private(set) var waiting: [Member] = []
    private var lastTicket: UInt64 = 0

    /// A caller joins the line.
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

    /// Admits no further calls of the load that has the turn, because its caller ends it or has left, or because it takes too
    /// long. It keeps the turn until `leave`.
    ///
    /// - Returns: Its ticket; nil if there is no such load, or it is already being rolled back.
    mutating func close(where isMeant: (Member) -> Bool) -> UInt64? {
        guard let member = holder, member.purpose == .load, !member.isLeaving, isMeant(member) else { return nil }
        holder?.isLeaving = true
        return member.ticket
    }

    /// The turn is over.
    ///
    /// - Returns: The new holder.
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
