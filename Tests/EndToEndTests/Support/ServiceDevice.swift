import Foundation
import ProjectTesting

/// A device as the service sees it: the library's HTTP requests, implemented again, so that a test can send wrong ones.
struct ServiceDevice {
    let client: ServiceClient
    var deviceID: String
    let requestor: String
    let mvpd: String
    private let deviceType = "iOS"

    /// Registers a client and gets an access token.
    ///
    /// - Throws: `UnexpectedAnswer`.
    init(daemons: Daemons, requestor: String = "REF30", mvpd: String = "AlphaCable") async throws {
        let statement = try await daemons.issueStatement(requestor: requestor)
        try await self.init(at: daemons.serviceURL, statement: statement, requestor: requestor, mvpd: mvpd)
    }

    /// Registers a client with a software statement and gets an access token.
    ///
    /// - Throws: `UnexpectedAnswer`.
    init(at url: String, statement: String, requestor: String = "REF30", mvpd: String = "AlphaCable") async throws {
        struct Client: Decodable {
            let clientID: String
            let clientSecret: String

            enum CodingKeys: String, CodingKey {
                case clientID = "client_id"
                case clientSecret = "client_secret"
            }
        }
        struct Token: Decodable {
            let accessToken: String

            enum CodingKeys: String, CodingKey {
                case accessToken = "access_token"
            }
        }

        let information = Data(#"{"model":"iPhone","osName":"iOS","osVersion":"26.0","version":"18,1"}"#.utf8)
        var client = ServiceClient(
            baseURL: url, headers: ["X-Device-Info": information.base64EncodedString(), "Accept": "application/json"])
        let registered = try await client.send("POST", "/o/client/register", json: ["software_statement": statement])
            .expecting(201).decoded(as: Client.self)
        let token = try await client.post(
            "/o/client/token",
            form: [
                "client_id": registered.clientID, "client_secret": registered.clientSecret,
                "grant_type": "client_credentials",
            ]
        ).expecting(200, 201).decoded(as: Token.self)
        client.headers["Authorization"] = "Bearer \(token.accessToken)"
        self.client = client
        self.requestor = requestor
        self.mvpd = mvpd
        deviceID = Data(UUID().uuidString.utf8).base64EncodedString()
    }

    private init(client: ServiceClient, of other: ServiceDevice) {
        self.client = client
        deviceID = other.deviceID
        requestor = other.requestor
        mvpd = other.mvpd
    }

    /// The same device, which uses the service at another URL.
    func at(_ url: String) -> ServiceDevice {
        ServiceDevice(client: ServiceClient(baseURL: url, headers: client.headers), of: self)
    }

    /// The same device with another client, with other client information.
    func at(_ client: ServiceClient) -> ServiceDevice { ServiceDevice(client: client, of: self) }

    private var query: String { "deviceType=\(deviceType)&deviceId=\(ServiceClient.encoded(deviceID))" }

    /// A new SAML request for the device, as the verification token that goes to the system account.
    ///
    /// - Throws: `UnexpectedAnswer`.
    func verificationToken() async throws -> String {
        try await client.send("GET", "/api/v1/\(requestor)/profile-requests/\(mvpd)?\(query)").expecting(200).text
    }

    /// Sends the service a SAML response, by default with its white space collapsed, as apps do.
    ///
    /// - Throws: The transport's error.
    func exchange(_ response: String, asItIs: Bool = false) async throws -> ServiceAnswer {
        let text = asItIs ? response : response.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return try await client.post(
            "/api/v1/tokens/authn",
            form: [
                "requestor": requestor, "deviceId": deviceID, "mvpd": mvpd, "deviceType": deviceType,
                "SAMLResponse": Data(text.utf8).base64EncodedString(),
            ])
    }

    /// Requests the device's authentication token.
    ///
    /// - Throws: The transport's error.
    func authenticationToken() async throws -> ServiceAnswer {
        try await client.send("GET", "/api/v1/tokens/authn?requestor=\(requestor)&\(query)")
    }

    /// Requests an authorization for a resource.
    ///
    /// - Throws: The transport's error.
    func authorize(_ resource: String) async throws -> ServiceAnswer {
        try await client.send("GET", "/api/v1/authorize?requestor=\(requestor)&resource=\(resource)&\(query)")
    }

    /// Requests the authorization that the device has.
    ///
    /// - Throws: The transport's error.
    func authorizationToken(_ resource: String) async throws -> ServiceAnswer {
        try await client.send("GET", "/api/v1/tokens/authz?requestor=\(requestor)&resource=\(resource)&\(query)")
    }

    /// Requests, like a second screen, whether the device that showed a code is signed in.
    ///
    /// - Throws: The transport's error.
    func check(_ code: String) async throws -> ServiceAnswer {
        try await client.send("GET", "/api/v1/checkauthn/\(code)?requestor=\(requestor)")
    }
}
