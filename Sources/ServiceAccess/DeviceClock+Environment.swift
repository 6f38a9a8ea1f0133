extension DeviceClock {
    /// Returns the clock of an environment's `VSASIM_CLOCK`; the machine's if the setting is missing or invalid.
    package static func named(in environment: [String: String]) -> DeviceClock {
        environment["VSASIM_CLOCK"].flatMap(DeviceClock.init(specification:)) ?? real
    }
}
