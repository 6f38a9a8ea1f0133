import TVWorld

extension AccessError {
    /// The corresponding HTTP status.
    public var status: Int {
        switch self {
        case .invalidRequest: 400
        case .accessDenied: 401
        case .invalidClient: 403
        }
    }
}
