extension Simulator {
    /// Faults of the device and the service, made on demand.
    public struct Faults: Sendable {
        /// What a fault does to the calls that it strikes.
        public enum Effect: Sendable, Equatable {
            /// They fail with an error of the device, by its name, such as `ServiceTemporarilyUnavailable`.
            case error(String)
            /// The provider's SAML response is bad, in a way by its name, such as `expired`.
            case saml(String)
            /// They fail with an HTTP status.
            case status(Int)
            /// They hang until ``Faults/release(_:)``.
            case hang
            /// The connection ends in the middle.
            case disconnect
            /// They take longer.
            case delay(Duration)
        }

        let simulator: Simulator

        /// Adds a fault at a point such as `vsa.metadata` or `service.authorize` (`vsactl fault list --points` has all).
        ///
        /// - Parameters:
        ///   - app: only for calls of this app.
        ///   - times: for how many calls; nil is for all.
        ///   - skipped: how many calls go well before.
        /// - Throws: ``SimulatorFailure``.
        public func add(
            _ point: String, _ effect: Effect, app: String? = nil, times: Int? = nil, after skipped: Int? = nil
        ) async throws {
            let effectOptions =
                switch effect {
                case .error(let name): ["--error=\(name)"]
                case .saml(let name): ["--saml=\(name)"]
                case .status(let code): ["--status=\(code)"]
                case .hang: ["--hang"]
                case .disconnect: ["--disconnect"]
                case .delay(let time): options(["delay": text(time)])
                }
            try await simulator.control(
                ["fault", "add", point] + effectOptions
                    + options(["app": app, "times": times.map(String.init), "after": skipped.map(String.init)]))
        }

        /// Lets the calls go on that hang at a point.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func release(_ point: String) async throws { try await simulator.control(["fault", "release", point]) }

        /// Removes every fault; calls that hang go on.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func clear() async throws { try await simulator.control(["fault", "clear"]) }
    }

    /// The clocks of the device and the service.
    public struct Clock: Sendable {
        /// Whose clock.
        public enum Part: String, Sendable, CaseIterable {
            /// The device and its apps.
            case device
            /// The service.
            case service
            /// Both.
            case all
        }

        let simulator: Simulator

        /// Moves on by `90s`, `5m`, `2h` or `30d`; what expires meanwhile has expired then.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func advance(_ time: String, for part: Part = .all) async throws {
            try await simulator.control(["clock", "advance", time, "--for", part.rawValue])
        }

        /// Stops, at a date (RFC 3339) or now.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func freeze(_ date: String? = nil, for part: Part = .all) async throws {
            try await simulator.control(["clock", "freeze"] + [date].compactMap(\.self) + ["--for", part.rawValue])
        }

        /// Goes on from where it stopped.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func resume(for part: Part = .all) async throws {
            try await simulator.control(["clock", "resume", "--for", part.rawValue])
        }

        /// Back to the machine's time.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func reset(for part: Part = .all) async throws {
            try await simulator.control(["clock", "reset", "--for", part.rawValue])
        }
    }
}
