import AccessEnabler

// The module re-exports Foundation, as the frameworks of Apple's platforms do.

func expiration(inMilliseconds text: String) -> Date? {
    TimeInterval(text).map { Date(timeIntervalSince1970: $0 / 1_000) }
}

func logo(of provider: MVPD) -> URL? { URL(string: provider.logoURL ?? "") }

func isCancelled(_ error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == VSErrorDomain && error.code == VSError.Code.userCancelled.rawValue
}

func afterwards(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }
