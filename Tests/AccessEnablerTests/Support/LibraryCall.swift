@testable import AccessEnabler

/// The library's call, where the decision tables' `Call` is visible, too.
typealias LibraryCall = Call
