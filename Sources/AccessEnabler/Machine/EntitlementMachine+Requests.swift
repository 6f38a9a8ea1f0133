import Encodings
import ServiceAccess

extension EntitlementMachine {
    /// Returns the key of a registration: base URL and statement.
    func clientKey(for service: String) -> String { "\(service) \(environment.statementDigest)" }

    /// Returns the app's registration at a service.
    func client(for service: String) -> Client? { storage.clients[clientKey(for: service)] }

    /// The headers of every request: accepted format and client information.
    var commonHeaders: [HTTPRequest.Field] {
        let information = options["device_info"]?.text.map { PercentEncoding.encode($0) } ?? clientInformation
        return [HTTPRequest.Field](["Accept": "application/json", "X-Device-Info": information])
    }

    /// Returns the parameters of REST v1 requests for this device and requestor.
    func parameters(_ further: KeyValuePairs<String, String> = [:]) -> [HTTPRequest.Field] {
        [HTTPRequest.Field](["requestor": requestor ?? ""]) + deviceParameters(further)
    }

    /// Returns the parameters of REST v1 requests for a device, without a requestor.
    ///
    /// - Parameter deviceID: The identifier of another device; nil for this one.
    func deviceParameters(
        _ further: KeyValuePairs<String, String> = [:], deviceID: String? = nil
    ) -> [HTTPRequest.Field] {
        let device = [HTTPRequest.Field](["deviceId": deviceID ?? storage.deviceID, "deviceType": environment.deviceType])
        return device + [HTTPRequest.Field](further) + optionFields
    }

    /// The app's options as parameters, which are sent with every request.
    var optionFields: [HTTPRequest.Field] {
        [("ap_vi", "visitorID"), ("applicationProfile", "applicationProfile")].compactMap { name, option in
            options[option]?.text.map { HTTPRequest.Field(name: name, value: $0) }
        }
    }

    /// Returns the address of a page, with the app's options, also the one that requests have in a header. It ends with an empty
    /// `redirect_url`, to which `show` appends the address at which the page ends.
    func page(_ address: String, _ parameters: [HTTPRequest.Field]) -> String {
        var all = parameters + optionFields
        if let information = options["device_info"]?.text { all += [HTTPRequest.Field](["device_info": information]) }
        all.append(HTTPRequest.Field(name: "redirect_url", value: ""))
        return "\(address)?\(PercentEncoding.encode(all))"
    }

    /// Returns a REST v1 request about an MVPD, to the service that the MVPD is bound to.
    func apiRequest(_ path: String, mvpd: String, _ further: KeyValuePairs<String, String> = [:]) -> HTTPRequest {
        let service = configuration?.provider(id: mvpd)?.service ?? storage.service ?? ""
        return HTTPRequest(service: service, path: path, query: parameters() + [HTTPRequest.Field](further))
    }
}
