// What is the same on both platforms is defined once, for iOS.
extension DecisionRow {
    /// Rows in their order, each followed by its tvOS form if the platforms do not differ and tvOS does not have its own row.
    static func onBothPlatforms(_ rows: [DecisionRow]) -> [DecisionRow] {
        let known = Set(rows.map(\.id))
        return rows.flatMap { row in [row] + [row.onTV].compactMap(\.self).filter { !known.contains($0.id) } }
    }

    /// The row on tvOS; nil if it shows a page or waits for one, which only iOS has: tvOS has its own rows for that. And
    /// nil if it makes daemons unusable, which is the same on both and takes long.
    private var onTV: DecisionRow? {
        guard platform == .ios, !phases.contains(where: \.hasPage), !breaksDaemons else { return nil }
        return DecisionRow(
            row, title, variant: variant.map { "\($0), tvOS" } ?? "tvOS", platform: .tvos,
            phases: phases.map { phase in
                Phase(phase.arrangements, calls: phase.calls, callbacks: phase.callbacks.map(\.onTV))
            })
    }
}

extension Phase {
    /// Whether it involves a page of the provider or the service.
    fileprivate var hasPage: Bool {
        callbacks.contains { $0.name == "navigateToUrl" }
            || arrangements.contains { arrangement in
                switch arrangement {
                case .pageInBrowser, .webLogin, .followPage: true
                default: false
                }
            }
            || calls.contains { if case .handleExternalURL = $0 { true } else { false } }
    }
}

extension ExpectedCallback {
    /// The callback on tvOS: tracking data end with the device, the client and the system.
    fileprivate var onTV: ExpectedCallback {
        guard name == "sendTrackingData", case .list(let data)? = parameters["data"] else { return self }
        let device = ["unknown", "ios", "tvOS"].map { Expectation.exactly(.text($0)) }
        return ExpectedCallback(name, parameters.merging(["data": .list(data.dropLast(device.count) + device)]) { $1 })
    }
}
