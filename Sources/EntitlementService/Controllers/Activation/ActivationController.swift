import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The pages on which a user logs a television in with the code that it shows.
struct ActivationController: Sendable {
    let engine: EntitlementEngine
    let forms: FormGuard
    let guesses: GuessThrottle

    var routes: [Route] {
        [
            Route(.get, "/activate", audience: .browser) { codePage($0) },
            Route(.post, "/activate", audience: .browser) { try await takeCode($0) },
            Route(.get, "/activate/providers", audience: .browser) { try await chooseProvider($0) },
            Route(.post, "/activate/preview", audience: .browser) { try await startTemporaryPass($0) },
            Route(.get, "/activate/done", audience: .browser) { try await showResult($0) },
            Route(.get, "/activate/qr/{code}.svg", audience: .browser) { .svg(try qrCode($0).svg) },
            Route(.get, "/activate/qr/{code}.txt", audience: .browser) { call in
                .content(.ok, "text/plain; charset=utf-8", try qrCode(call).text)
            },
        ]
    }

    private static var activationPurpose: String { "activate a device" }

    /// Returns the page with the form for the code, with the input if it was rejected.
    private func codePage(_ call: APICall, refused refusal: ServiceError? = nil) -> Response {
        let code = String((call.parameters["code"] ?? "").prefix(32))
        var page = Page(
            status: refusal?.status ?? .ok, title: "Activate your TV", template: PageFiles.activationMustache,
            content: ["code": .text(code), "error": .optional(refusal?.message)], styles: [.activation])
        forms.protect(&page, purpose: Self.activationPurpose, for: call, random: engine.random)
        return page.response
    }

    private func takeCode(_ call: APICall) async throws -> Response {
        try forms.require(call, purpose: Self.activationPurpose)
        do {
            let activation = try await activation(of: call)
            return .seeOther("/activate/providers?code=\(activation.record.code)")
        } catch let refusal as ServiceError where refusal.status == .notFound {
            return codePage(call, refused: refusal)
        }
    }

    /// Shows the providers of the requestor, to log in at one of them.
    private func chooseProvider(_ call: APICall) async throws -> Response {
        let activation = try await activation(of: call)
        var page = choice(activation, call).page(for: call)
        forms.protect(&page, purpose: Self.activationPurpose, for: call, random: engine.random)
        return page.response
    }

    private func choice(_ activation: DeviceActivation, _ call: APICall) -> ProviderChoice {
        // A temporary pass of REST v2 starts with the first decision, so it is one of the providers.
        let (providers, isVersion2) = (activation.providers, activation.record.session != nil)
        return ProviderChoice(
            record: activation.record, requestor: activation.requestor, path: "/activate/providers",
            providers: providers.filter { isVersion2 || !$0.isTemporaryPass },
            pass: isVersion2 ? nil : providers.first(where: \.isTemporaryPass)
        ) { provider in
            isVersion2
                ? "/activate/login?code=\(activation.record.code)&mvpd=\(PercentEncoding.encode(provider.mvpd))"
                : address(of: provider, activation, call)
        }
    }

    private func address(of provider: Provider, _ activation: DeviceActivation, _ call: APICall) -> String {
        let code = activation.record.code
        let parameters = [
            ("reg_code", code), ("requestor_id", activation.requestor.id), ("mso_id", provider.mvpd),
            ("domain_name", activation.requestor.domains.first ?? ""), ("noflash", "true"), ("no_iframe", "true"),
            ("redirect_url", activation.record.activationPage(at: call.activationURL)),
        ]
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "/api/v1/authenticate?\(query)"
    }

    /// Signs the device in with the requestor's temporary pass.
    private func startTemporaryPass(_ call: APICall) async throws -> Response {
        try forms.require(call, purpose: Self.activationPurpose)
        let activation = try await activation(of: call)
        guard let pass = activation.providers.first(where: \.isTemporaryPass) else {
            throw ServiceError.page(
                .notFound, "Temporary pass not available",
                "\(activation.requestor.name) cannot be watched without a TV provider.",
                "Go back and choose your TV provider.")
        }
        do {
            _ = try await engine.send(
                .startTemporaryPass(code: activation.record.code, mvpd: pass.mvpd), requestID: call.requestID)
        } catch let error as Refusal {
            throw ServiceError.page(
                HTTPResponse.Status(code: error.status), "\(pass.name) cannot be used", error.message,
                "Choose your TV provider instead.",
                links: [
                    .init(label: "Choose a TV provider", address: "/activate/providers?code=\(activation.record.code)")
                ])
        }
        return .seeOther(activation.record.activationPage(at: "/activate"))
    }

    private func showResult(_ call: APICall) async throws -> Response {
        let (activation, isUsed) = try await entered(call, takesUsed: true)
        guard isUsed || activation.needsNoLogin else {
            return ServiceError.page(
                .ok, "Your TV is not logged in yet", "The login was cancelled, or it failed. Nothing was changed.",
                "Choose your TV provider again, or another one. The code is valid as long as your TV shows it.",
                links: [
                    .init(label: "Choose a TV provider", address: "/activate/providers?code=\(activation.record.code)")
                ]
            ).response(requestID: call.requestID)
        }
        let page = Page(
            title: "You are done", template: PageFiles.activationDoneMustache,
            content: [
                "device": .text(activation.record.deviceName), "requestor": .text(activation.requestor.name),
                "provider": .optional(activation.signedInAt?.name),
            ])
        return page.response
    }

    private func qrCode(_ call: APICall) throws -> QRCode {
        // Every text that could be a code gets its image, so that the response does not reveal whether it is one.
        guard let code = RegistrationCode.normalized(call.part("code")), let image = QRCode(call.activationURL + "?code=\(code)")
        else {
            throw ServiceError(.notFound, "Not Found")
        }
        return image
    }

    /// Returns the device that waits for a sign-in with the code of a call.
    ///
    /// - Throws: ``ServiceError`` with instructions.
    private func activation(of call: APICall) async throws -> DeviceActivation { try await entered(call).activation }

    /// Looks up the code of a call. Unknown, used and expired codes get the same refusal, and all count as guesses, so that
    /// they do not reveal which codes exist. After too many guesses from an address, no more codes are looked up for it.
    ///
    /// - Parameter takesUsed: Whether a used code is accepted like a waiting one, as on the page after the login.
    private func entered(
        _ call: APICall, takesUsed: Bool = false
    ) async throws -> (activation: DeviceActivation, isUsed: Bool) {
        try await guesses.check(call, now: engine.clock.milliseconds())
        let code = call.parameters["code"] ?? ""
        let known: (DeviceActivation, Bool)
        switch try await engine.send(.enterRegistrationCode(code), requestID: call.requestID) {
        case .open(let activation): known = (activation, false)
        case .used(let activation) where takesUsed: known = (activation, true)
        case .used, .ended, .unknown:
            try await guesses.note(code, in: call, now: engine.clock.milliseconds())
            throw ServiceError.page(
                .notFound, "This code cannot be used", "This code is invalid or has expired.",
                "Compare it with what your TV shows, and enter it again. If it is the same, get a new code on your TV.",
                links: [.init(label: "Enter a code", address: "/activate")])
        }
        // Of many guesses at the same time, the right one gets an answer only if it is among the first.
        try await guesses.check(call, now: engine.clock.milliseconds())
        return known
    }
}

extension RegistrationCode {
    /// The device's name for users.
    var deviceName: String {
        switch device["model"] {
        case let model? where model.lowercased().hasPrefix("appletv"): "your Apple TV"
        case let model?: "your device (\(model))"
        case nil: platform == .tvos ? "your Apple TV" : "your device"
        }
    }
}

extension Asset {
    /// The activation pages: the large field of the code, the list of providers.
    static let activation = Asset("activation", .style, PageFiles.activationCss)
}
