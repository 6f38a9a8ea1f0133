import Encodings
import ServiceAccess

extension EntitlementMachine {
    /// Returns the key of a registration: base URL and statement.
    func clientKey(for service: String) -> String { "\(service) \(environment.statementDigest)" }

    /// Returns the app's registration at a service.
    func client(for service: String) -> Client? { storage.clients[clientKey(for: service)] }

    /// The headers of every request: accepted format and client information.
    var commonHeaders: [HTTPRequest.Field] {
        [
            HTTPRequest.Field(name: "Accept", value: "application/json"),
            HTTPRequest.Field(
                name: "X-Device-Info", value: options["device_info"]?.text.map(PercentEncoding.encode) ?? clientInformation),
        ]
    }

    /// Returns the parameters of REST v1 requests for this device and requestor.
    func parameters(_ further: (name: String, value: String)...) -> [HTTPRequest.Field] {
        var fields = [
            HTTPRequest.Field(name: "requestor", value: requestor ?? ""),
            HTTPRequest.Field(name: "deviceId", value: storage.deviceID),
            HTTPRequest.Field(name: "deviceType", value: environment.deviceType),
        ]
        fields += further.map { HTTPRequest.Field(name: $0.name, value: $0.value) }
        return fields + optionFields
    }

    /// The app's options as parameters, which are sent with every request.
    var optionFields: [HTTPRequest.Field] {
        [("ap_vi", "visitorID"), ("applicationProfile", "applicationProfile")].compactMap { name, option in
            options[option]?.text.map { HTTPRequest.Field(name: name, value: $0) }
        }
    }

    /// Returns the address of a page, with the app's options, also the one that requests have in a header. It ends with an empty
    /// `redirect_url`, to which `show` appends the address at which the page ends.
    func page(_ address: String, _ parameters: [(String, String)]) -> String {
        var all = parameters + optionFields.map { ($0.name, $0.value) }
        if let information = options["device_info"]?.text { all.append(("device_info", information)) }
        all.append(("redirect_url", ""))
        return "\(address)?" + all.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    /// Returns a REST v1 request about an MVPD, to the service that the MVPD is bound to.
    func apiRequest(_ path: String, mvpd: String, _ further: (name: String, value: String)...) -> HTTPRequest {
        let service = configuration?.provider(id: mvpd)?.service ?? storage.service ?? ""
        let fields = parameters() + further.map { HTTPRequest.Field(name: $0.name, value: $0.value) }
        return HTTPRequest(service: service, path: path, query: fields)
    }
}
