/// A request that the service has answered.
package struct RequestResource: ListedResource {
    package static let path = "requests"
    package static let writesNull = true

    /// The number, starting at 1.
    package var sequence: Int64
    /// The time of the response, in Unix milliseconds by the service's clock.
    package var time: Int64
    /// The start of the request, in Unix microseconds by the machine's clock.
    package var machineTime: Int64
    package var method: String
    /// The path and query; secrets are `***`.
    package var path: String
    package var status: Int
    /// The duration of the request.
    package var microseconds: Int64
    /// The size of the request's body in bytes; nil if the head does not contain it.
    package var requestSize: Int64?
    /// The size of the response's body in bytes; nil if it was unknown before it was sent.
    package var responseSize: Int64?
    package var contentType: String
    /// The response's `Adobe-Request-Id`.
    package var request: String
    /// The caller's trace identifier; nil if there is none.
    package var correlation: String?

    package init(
        sequence: Int64 = 0, time: Int64, machineTime: Int64, method: String, path: String, status: Int, microseconds: Int64,
        requestSize: Int64?, responseSize: Int64?, contentType: String, request: String, correlation: String?
    ) {
        self.sequence = sequence
        self.time = time
        self.machineTime = machineTime
        self.method = method
        self.path = path
        self.status = status
        self.microseconds = microseconds
        self.requestSize = requestSize
        self.responseSize = responseSize
        self.contentType = contentType
        self.request = request
        self.correlation = correlation
    }
}
