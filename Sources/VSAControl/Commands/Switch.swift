import ArgumentParser

/// `on` or `off`.
enum Switch: String, Sendable, CaseIterable, ExpressibleByArgument {
    case on
    case off
}
