import TVWorld

extension AccessError {
    /// The HTTP status that goes with it.
    public var status: Int {
        switch self {
        case .invalidRequest: 400
        case .accessDenied: 401
        case .invalidClient: 403
        }
    }
}
