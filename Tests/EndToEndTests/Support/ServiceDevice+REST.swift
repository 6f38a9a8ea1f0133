import DecisionTables
import Foundation
import ProjectTesting

// REST v2, as the device's app calls it.
extension ServiceDevice {
    /// The end of logins.
    static let redirectURL = "adbe.example://done"

    private var identified: ServiceClient {
        var client = client
        client.headers["AP-Device-Identifier"] = "fingerprint \(deviceID)"
        return client
    }

    /// Makes a call below `/api/v2/{serviceProvider}/`; with a form, if there is one.
    ///
    /// - Throws: The transport's error.
    func rest(_ path: String, form: [String: String]? = nil) async throws -> ServiceAnswer {
        let path = "/api/v2/\(requestor)/\(path)"
        guard let form else { return try await identified.send("GET", path) }
        return try await identified.post(path, form: form)
    }

    /// Creates a session for a login at the device's MVPD, and returns its code.
    ///
    /// - Throws: `UnexpectedAnswer`, or the transport's error.
    func createSession() async throws -> String {
        let form = ["mvpd": mvpd, "domainName": "example.com", "redirectUrl": Self.redirectURL]
        return try await rest("sessions", form: form).expecting(200).decoded(as: Value.self)["code"].text ?? ""
    }

    /// Opens the login page of a code in a browser.
    ///
    /// - Throws: The transport's error.
    func openLogin(_ code: String) async throws -> PageVisitor {
        var visitor = PageVisitor(service: client.baseURL)
        try await visitor.open("/api/v2/authenticate/\(requestor)/\(code)")
        return visitor
    }

    /// The same device, which reports the status of the system account with every call.
    ///
    /// - Throws: `ToolFailure` if `vsactl` fails, or prints no header.
    func reportingPartner(of daemons: Daemons) async throws -> ServiceDevice {
        try await daemons.setAccess("com.example.player", "granted")
        let status = try await daemons.vsactl("partner-status", "--app", "com.example.player", "--header").checked()
        let parts = status.output.components(separatedBy: ": ")
        guard parts.count == 2 else { throw ToolFailure(result: status, reason: "no header") }
        var client = client
        client.headers[parts[0]] = parts[1]
        return at(client)
    }

    /// Returns the profile at the device's MVPD; null if there is none.
    ///
    /// - Throws: `UnexpectedAnswer`, or the transport's error.
    func profile() async throws -> Value {
        try await rest("profiles").expecting(200).decoded(as: Value.self)["profiles"][mvpd]
    }

    /// Returns the user identifier in the profile of a code; nil without a profile.
    ///
    /// - Throws: `UnexpectedAnswer`, or the transport's error.
    func user(ofCode code: String) async throws -> String? {
        let profiles = try await rest("profiles/code/\(code)").expecting(200).decoded(as: Value.self)["profiles"]
        return profiles[mvpd]["attributes"]["userID"]["value"].text
    }
}
