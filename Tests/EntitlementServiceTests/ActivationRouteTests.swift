import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import TVWorld
import Testing

@Suite("The activation pages", .service)
struct ActivationRouteTests {
    private let client = Client.current

    /// The page with the form, and the values to send back with it.
    private func form(_ uri: String = "/activate") async throws -> (page: Client.Answer, HTTPFields, String) {
        let page = try await client.get(uri)
        let cookie = page.headers[.setCookie]?.split(separator: ";").first.map(String.init) ?? ""
        let token = page.text.firstMatch(of: /name="form_token" value="([0-9a-f]+)"/).map { String($0.1) } ?? ""
        return (page, [.cookie: cookie, .contentType: "application/x-www-form-urlencoded"], token)
    }

    private func enter(_ code: String, address: String? = nil) async throws -> Client.Answer {
        var (_, headers, token) = try await form()
        headers[.init("X-Forwarded-For")!] = address
        return try await client.send(
            .post, "/activate", headers: headers, body: "form_token=\(token)&code=\(Client.encode(code))")
    }

    @Test("the page requests the code, prefilled from the address, and escapes it; every page has a strict policy")
    func page() async throws {
        let page = try await client.get("/activate?code=%22%3E%3Cscript%3Ealert(1)")
        #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.text.contains("value=\"&quot;&gt;&lt;script&gt;alert(1)\""))
        #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; style-src 'self'") == true)
        #expect(
            page.headers[.setCookie]?.contains("HttpOnly") == true && page.headers[.setCookie]?.contains("SameSite=Lax") == true)
        #expect(page.headers[.cacheControl] == "no-store")
    }

    @Test("a code leads to the channel's providers, in any spelling; the links start the login and return to the end")
    func providers() async throws {
        let registered = try await client.registered()
        let code = try await registered.registrationCode()
        let typed = " \(code.prefix(3).lowercased())-\(code.dropFirst(3)) "
        let next = try await enter(typed)
        #expect(next.status == 303 && next.headers[.location] == "/activate/providers?code=\(code)")
        let page = try await client.get("/activate/providers?code=\(code)")
        #expect(page.status == 200)
        for name in ["Alpha Cable", "Beta Fiber", "Gamma Sat", "Delta Coop"] { #expect(page.text.contains(name)) }
        #expect(!page.text.contains("Epsilon TV") && !page.text.contains("type=\"search\""))
        #expect(page.text.contains(code) && page.text.contains("Reference 30"))
        let done = Client.encode("http://localhost/activate/done?code=\(code)").uppercased()
        let link =
            "/api/v1/authenticate?reg_code=\(code)&amp;requestor_id=REF30&amp;mso_id=AlphaCable&amp;"
            + "domain_name=example.com&amp;noflash=true&amp;no_iframe=true&amp;redirect_url="
        let rest = try #require(page.text.components(separatedBy: link).dropFirst().first)
        #expect(
            rest.uppercased().replacingOccurrences(of: "%2E", with: ".").hasPrefix(
                done.replacingOccurrences(of: "%2E", with: ".")))
    }

    @Test("a device's name with a mark that reverses the text changes no other text of the page")
    func writingDirection() async throws {
        let information = Data(#"{"osName":"tvOS","model":"TV\u202E9"}"#.utf8).base64EncodedString()
        let answer = try await client.registered().send(
            .post, "/reggie/v1/REF30/regcode",
            headers: [.contentType: "application/x-www-form-urlencoded", .init("X-Device-Info")!: information],
            body: "deviceId=device-1")
        let code = try #require(answer.json["code"]?.text)
        let name = "<bdi>your device (TV\u{202E}9)</bdi>"
        #expect(try await client.get("/activate/providers?code=\(code)").text.contains(name))
        let (_, headers, token) = try await form()
        let started = try await client.send(
            .post, "/activate/preview", headers: headers, body: "form_token=\(token)&code=\(code)")
        #expect(started.status == 303)
        #expect(try await client.get("/activate/done?code=\(code)").text.contains(name))
    }

    @Test("only the provider that the device selected is shown, with a link to the others")
    func chosen() async throws {
        let code = try await client.registered().registrationCode(mvpd: "BetaFiber")
        let page = try await client.get("/activate/providers?code=\(code)")
        #expect(page.text.contains("Beta Fiber") && !page.text.contains("Alpha Cable"))
        #expect(page.text.contains("/activate/providers?code=\(code)&amp;all=1"))
        #expect(try await client.get("/activate/providers?code=\(code)&all=1").text.contains("Alpha Cable"))
    }

    @Test(
        "many providers can be searched without scripts, by any part of the name, without accents and case",
        .service { world in
            for number in 1...12 {
                let name = number == 7 ? "Télé Überall <7>" : "Provider \(number)"
                world.providers.append(Provider(id: "p\(number).example", name: name, mvpd: "P\(number)"))
                world.integrations.append(Integration(requestor: "REF30", mvpd: "P\(number)"))
            }
        })
    func search() async throws {
        let code = try await client.registered().registrationCode()
        let page = "/activate/providers?code=\(code)"
        #expect(try await client.get(page).text.contains("type=\"search\""))
        let found = try await client.get(page + "&q=uber+TELE")
        #expect(found.text.contains("Télé Überall &lt;7&gt;") && !found.text.contains("Alpha Cable"))
        let nothing = try await client.get(page + "&q=zzz")
        #expect(nothing.status == 200 && nothing.text.contains("No TV provider is called “zzz”"))
        // With a provider that the device selected, the search is on the page of all others.
        let selected = try await client.registered().registrationCode(mvpd: "BetaFiber")
        let all = try await client.get("/activate/providers?code=\(selected)&all=1")
        #expect(all.text.contains("type=\"search\""))
        let other = try await client.get("/activate/providers?code=\(selected)&q=uber")
        #expect(other.text.contains("Télé Überall") && !other.text.contains("Beta Fiber"))
    }

    @Test("a wrong, an expired and a released code have a page with advice")
    func refusals() async throws {
        let registered = try await client.registered()
        let wrong = try await enter("AAAAAAA")
        #expect(
            wrong.status == 404 && wrong.text.contains("aria-invalid=\"true\"") && wrong.text.contains("has expired"))
        #expect(try await enter("%").status == 404)
        let released = try await registered.registrationCode()
        #expect(try await registered.send(.delete, "/reggie/v1/REF30/regcode/\(released)").status == 204)
        #expect(try await client.get("/activate/providers?code=\(released)").status == 404)
        let code = try await registered.registrationCode()
        client.fixture.clock.advance(seconds: 1_800)
        for uri in ["/activate/providers", "/activate/done"] {
            let ended = try await client.get("\(uri)?code=\(code)")
            #expect(ended.status == 404 && ended.text.contains("This code cannot be used"))
        }
        #expect(try await enter(code).status == 404)
        client.fixture.clock.advance(seconds: 3_600)
        #expect(try await client.get("/activate/done?code=\(code)").status == 404)
    }

    @Test("an unknown, a used and an expired code have one and the same page, and all count as guesses")
    func oneAnswer() async throws {
        let registered = try await client.registered()
        let ended = try await registered.registrationCode(device: "device-1")
        client.fixture.clock.advance(seconds: 1_800)
        let used = try await registered.registrationCode(device: "device-2")
        var (_, headers, token) = try await form()
        headers[.init("X-Request-Id")!] = "guess"
        let response = try await client.send(
            .post, "/activate/preview", headers: headers, body: "form_token=\(token)&code=\(used)")
        #expect(response.status == 303)
        #expect(try await client.get("/activate/done?code=\(used)").text.contains("You are done"))
        var pages: Set<String> = []
        for code in ["BBBBBBB", used, ended] {
            let entered = try await client.send(.post, "/activate", headers: headers, body: "form_token=\(token)&code=\(code)")
            let chosen = try await client.send(.get, "/activate/providers?code=\(code)", headers: headers)
            #expect(entered.status == 404 && chosen.status == 404)
            pages.insert((entered.text + chosen.text).replacingOccurrences(of: code, with: "CODE"))
        }
        #expect(pages.count == 1 && pages.first?.contains("This code is invalid or has expired.") == true)
        for last in "ABCDEFG" { #expect(try await enter("CCCCCC\(last)").status == 404) }
        #expect(try await enter(registered.registrationCode(device: "device-3")).status == 429)
    }

    @Test("the journal records which codes were wrong")
    func journal() async throws {
        let code = try await client.registered().registrationCode()
        _ = try await enter("BBBBBBB")
        _ = try await enter(code)
        client.fixture.clock.advance(seconds: 1_800)
        _ = try await enter(code)
        let journal = try await client.administer(.get, "journal")
        let entries = try #require(journal.json["entries"]?.elements)
        #expect(
            entries.filter { $0["event"] == "service.registration-code-entered" }.map { $0["outcome"]?.text }
                == ["invalid_parameter_code", "ok", "invalid_parameter_code"])
    }

    @Test("a form that was not sent by the page is rejected")
    func forgedForm() async throws {
        let code = try await client.registered().registrationCode()
        #expect(try await client.post("/activate", ["code": code]).status == 403)
        let (_, headers, _) = try await form()
        let answer = try await client.send(.post, "/activate", headers: headers, body: "form_token=00&code=\(code)")
        #expect(answer.status == 403)
    }

    @Test("guessing is slowed down: ten wrong codes of an address in five minutes, wherever they are entered")
    func guessing() async throws {
        let code = try await client.registered().registrationCode()
        for last in "ABCDEFGHJ" {
            #expect(try await enter("BBBBBB\(last)", address: "192.0.2.1").status == 404)
        }
        let forwarded: HTTPFields = [.init("X-Forwarded-For")!: "192.0.2.1"]
        #expect(try await client.send(.get, "/activate/done?code=C", headers: forwarded).status == 404)
        // Then the right one is not checked either.
        let refused = try await enter(code, address: "192.0.2.1")
        #expect(refused.status == 429 && refused.headers[.retryAfter] == "300")
        #expect(refused.text.contains("Try again in 5 minutes"))
        #expect(try await client.send(.get, "/activate/providers?code=\(code)", headers: forwarded).status == 429)
        #expect(try await enter(code, address: "192.0.2.2").status == 303)
        client.fixture.clock.advance(seconds: 300)
        #expect(try await enter(code, address: "192.0.2.1").status == 303)
    }

    @Test("a page without a code is not a guess, and the same wrong code is not counted again")
    func noGuess() async throws {
        for _ in 1...11 {
            for query in ["", "?code=", "?code=BBBBBBB", "?code=bbb-bbbb"] {
                #expect(try await client.get("/activate/providers\(query)").status == 404, "\(query)")
            }
            #expect(try await client.get("/activate/login").status == 400)
        }
        let code = try await client.registered().registrationCode()
        #expect(try await client.get("/activate/providers?code=\(code)").status == 200)
    }

    @Test("a reset also forgets wrong codes")
    func reset() async throws {
        for last in "ACDEFGHJKL" { #expect(try await enter("BBBBBB\(last)").status == 404) }
        #expect(try await enter("BBBBBBB").status == 429)
        let reset = try await client.administer(.post, "reset")
        #expect(reset.status == 204)
        #expect(try await enter("BBBBBBB").status == 404)
    }

    @Test("after the login the page refers to the television; without a login it reports that")
    func done() async throws {
        let code = try await client.registered().registrationCode()
        let early = try await client.get("/activate/done?code=\(code)")
        #expect(early.status == 200 && early.text.contains("not logged in yet"))
        #expect(early.text.contains("/activate/providers?code=\(code)"))
    }

    @Test("the QR code of a code is an image and a text; an impossible code has none")
    func qrCode() async throws {
        let image = try await client.get("/activate/qr/abcdefg.svg")
        #expect(image.status == 200 && image.headers[.contentType] == "image/svg+xml")
        #expect(image.text.hasPrefix("<svg") && image.headers[.contentSecurityPolicy] == "default-src 'none'")
        #expect(try await client.get("/activate/qr/ABCDEFG.svg").text == image.text)
        #expect(try await client.get("/activate/qr/ABCDEFH.svg").text != image.text)
        let text = try await client.get("/activate/qr/ABCDEFG.txt")
        #expect(text.text.split(separator: "\n").allSatisfy { $0.count > 20 && $0.allSatisfy { "█▀▄ ".contains($0) } })
        for path in ["ABC.svg", "ABC.txt", "ABCDEFG.png", "ABCDEFG"] {
            #expect(try await client.get("/activate/qr/\(path)").status == 404)
        }
    }
}
