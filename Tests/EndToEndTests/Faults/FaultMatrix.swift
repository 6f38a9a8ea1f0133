import TVWorld
import Testing

/// Which faults are tried in which flows.
enum FaultMatrix {
    /// A flow with the faults that are tried in it.
    struct Share: Sendable, CustomTestStringConvertible {
        let situation: FaultFlow.Situation
        let troubles: [Trouble]

        var testDescription: String { situation.testDescription }
    }

    /// In `make soak` every kind at every point that a flow reaches; otherwise every kind in every flow, and every point once.
    static let shares: [Share] = FaultFlow.Situation.all.map { situation in
        let troubles =
            Seeds.isSoak
            ? Trouble.all.filter { situation.flow.reaches($0.point) } : few.filter { $0.situation == situation }.map(\.trouble)
        return Share(situation: situation, troubles: troubles)
    }

    /// The number of flows that are played: one more in each situation, with a fault at each point that it does not pass.
    static let count = shares.reduce(0) { $0 + $1.troubles.count + 1 }

    /// Every kind in every flow, on alternating platforms, each at a point that is not used yet if there is one.
    private static let few: [(situation: FaultFlow.Situation, trouble: Trouble)] = {
        var few: [(FaultFlow.Situation, Trouble)] = []
        var points: Set<FaultPoint> = []
        for flow in FaultFlow.allCases {
            let situations = flow.platforms.map { FaultFlow.Situation(flow: flow, platform: $0) }
            for (number, kind) in Trouble.Kind.allCases.enumerated() {
                let fitting = Trouble.all.filter { $0.kind == kind && flow.reaches($0.point) }
                guard let trouble = fitting.last(where: { !points.contains($0.point) }) ?? fitting.last else { continue }
                points.insert(trouble.point)
                few.append((situations[number % situations.count], trouble))
            }
        }
        for point in FaultPoint.allCases where !points.contains(point) {
            guard let situation = FaultFlow.Situation.all.first(where: { $0.flow.reaches(point) }) else { continue }
            few.append((situation, Trouble.error(at: point)))
        }
        return few
    }()

    /// The points that no call of the library passes: its apps never cause a permission prompt, have no user accounts,
    /// and keep their authorizations themselves. ``RESTFaultTests`` has those of REST v2.
    static let pointsOfOthers = Set(FaultPoint.allCases.filter(\.isVersion2))
        .union([.accessPrompt, .userAccounts, .authorization])
}
