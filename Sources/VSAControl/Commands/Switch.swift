import ArgumentParser
import TVWorld

/// `on` or `off`.
enum Switch: String, Sendable, CaseIterable, ExpressibleByArgument {
    case on
    case off
}

extension Switch: JSONConvertible { var json: JSON { .bool(self == .on) } }
