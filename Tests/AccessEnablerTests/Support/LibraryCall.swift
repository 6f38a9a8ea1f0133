@testable import AccessEnabler

/// The library's call where the decision tables' `Call` is in sight too.
typealias LibraryCall = Call
