extension DeviceClock {
    /// The clock that an environment names; the machine's when it names none that can be read.
    package static func named(in environment: [String: String]) -> DeviceClock {
        environment["VSASIM_CLOCK"].flatMap(DeviceClock.init(specification:)) ?? real
    }
}
