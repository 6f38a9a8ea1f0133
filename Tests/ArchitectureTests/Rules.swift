/// The rules about source files, as data. Allow-lists name each place and its reason.
enum Rules {
    /// What the static `vsad` links: none of it uses Foundation, whose ICU data would triple the daemon's size.
    static let device: Set<String> = [
        "CDBus", "CMalloc", "CSQLite", "CXMLSec", "XMLSecSystem", "DBus", "DeviceInterfaces", "SAML", "Dates", "Encodings",
        "TVWorld", "StateDirectory", "ThreadExecutors", "AccountCore", "AccountService", "vsad",
    ]

    /// What `vsactl` links, which would take three times as long to start with Foundation.
    static let commandLine: Set<String> = [
        "CDBus", "CProcess", "DBus", "DeviceInterfaces", "Dates", "Encodings", "TVWorld", "StateDirectory", "ThreadExecutors",
        "Administration", "Explanations", "PrivateSession", "TerminalProgress", "VSAControl", "vsactl",
    ]

    static let arrows = ArrowRule(layers: Layer.all)

    static let noFoundation = ForbiddenImportRule(
        name: "no Foundation in what vsad, vsactl and media-token-verifier link",
        modules: device.union(commandLine).union(["MediaTokenVerifier", "media-token-verifier"]),
        forbidden: ["Foundation", "FoundationInternationalization", "FoundationNetworking", "FoundationXML"])

    static let noInputOutput = ForbiddenImportRule(
        name: "the cores do no input or output", modules: ["AccountCore", "EntitlementCore"],
        forbidden: ["Glibc", "Dispatch"])

    static let clocks = PlaceRule(
        name: "time comes from a clock that was passed in",
        pattern: #"\bDate\(\)|\bDate\.now\b|\bTask\.sleep\b|\btime\(nil\)|\bgettimeofday\b|\bCLOCK_REALTIME\b"#,
        places: [
            "Sources/TVWorld/Clock/WorldClock.swift": "the daemons' clock",
            "Sources/ServiceAccess/DeviceClock.swift": "the clock of apps' libraries: it does not see TVWorld",
            "Sources/MediaTokenVerifier/MediaTokenVerifier.swift": "the default of the clock that callers pass in",
            "Sources/media-token-verifier/MediaTokenVerifierCommand.swift": "the machine's time, unless --at is given",
            "Sources/AccountService/Threads/Pause.swift": "the device's pauses, by name",
            "Sources/EntitlementService/Concurrency/Pause.swift": "the service's pauses, by name",
            "Sources/VSAControl/Waiting.swift": "waiting for what gives no event",
            "Sources/TerminalProgress/Progress.swift": "the seconds that are shown",
        ])

    static let randomness = PlaceRule(
        name: "random numbers come from a source that was passed in",
        pattern: #"\bSeededGenerator\b|\.random\("#,
        places: [
            "Sources/TVWorld/Randomness/": "the generator, and the sources of identifiers",
            "Sources/TVWorld/Faults/": "percentages and jitter of faults",
            "Sources/AccountService/Scenario/ScenarioLoader.swift": "a scenario's seed",
            "Sources/EntitlementService/HTTP/ServiceRequestContext.swift": "identifiers that are no secrets",
            "Sources/EntitlementService/Concurrency/Pause.swift": "pauses before repetitions",
            "Sources/AccessEnabler/System/CallTrace.swift": "an engine's half of its trace identifiers",
            "Sources/AccessEnabler/Engine/Engine.swift": "the random part of pauses before repetitions",
            "Sources/StateDirectory/": "names of temporary files and spare keys",
            "Sources/VSAControl/Device/ApplicationClient.swift": "tokens in the paths of requests",
            "Sources/VSAControl/Run/SessionPlan.swift": "the name of a schema",
        ])

    static let pointers = PlaceRule(
        name: "C pointers stay where C is called",
        pattern: #"\bUnsafe(Mutable)?(Raw)?Pointer\b|\bOpaquePointer\b|\bUnmanaged\b|\bwithMemoryRebound\b"#,
        places: [
            "Sources/DBus/": "libdbus",
            "Sources/SAML/": "xmlsec",
            "Sources/AccountService/Store/": "SQLite",
            "Sources/ThreadExecutors/": "pthread_create",
            "Sources/YAMLReading/": "libyaml",
            "Sources/PostgreSQL/": "libpq",
            "Sources/PrivateSession/Inheritance.swift": "environ and the arguments as bytes",
            "Sources/PrivateSession/Spawning.swift": "posix_spawn",
        ])

    static let buffers = PlaceRule(
        name: "memory is lent to system calls only in the adapters for files and processes",
        pattern: #"\bUnsafe(Mutable)?(Raw)?BufferPointer\b|\bwithUnsafe\w+"#,
        places: [
            "Sources/DBus/": "libdbus",
            "Sources/SAML/": "xmlsec",
            "Sources/AccountService/Store/": "SQLite",
            "Sources/AccountService/Callers/CallerProcess.swift": "/proc",
            "Sources/AccountService/Threads/StandardError.swift": "write(2)",
            "Sources/PrivateSession/": "pipes, /proc",
            "Sources/StateDirectory/": "private files and folders",
            "Sources/YAMLReading/": "libyaml",
            "Sources/PostgreSQL/": "libpq",
            "Sources/AccessEnabler/System/": "the journal",
            "Sources/ServiceAccess/DeviceClock.swift": "standard error",
        ])

    static let paths = PlaceRule(
        name: "a request's path is interpreted by the table of routes only",
        pattern: #"\b(uri|head)\.path\b|\bhead\.uri\b|\bmatch\.template\b"#,
        places: [
            "Sources/AccessEnabler/System/ReturnListener.swift": "the one address to which a login returns",
            "Sources/EntitlementService/App/ServiceResponder.swift": "asks the table; OPTIONS *",
            "Sources/EntitlementService/HTTP/ConnectionGuard.swift": "removes scheme and host",
            "Sources/EntitlementService/Middleware/AccessLogMiddleware.swift": "shows the path with its secrets masked",
            "Sources/EntitlementService/Middleware/RequestHeadMiddleware.swift": "checks that there is one",
        ])

    static let proofs = ProofRule(
        name: "what the compiler cannot check is proved beside it",
        pattern: #"@unchecked\s+Sendable|\bnonisolated\(unsafe\)"#)

    private static let interfaces = Repository.paths(below: "dbus/interfaces", suffix: ".xml").compactMap {
        try? Repository.text($0)
    }

    static let interfaceNames = InterfaceNameRule(files: interfaces)

    static let errorFields = ErrorFieldRule(files: interfaces)

    static let all: [any Rule] = [
        arrows, noFoundation, noInputOutput, clocks, randomness, pointers, buffers, paths, proofs, interfaceNames, errorFields,
    ]
}
