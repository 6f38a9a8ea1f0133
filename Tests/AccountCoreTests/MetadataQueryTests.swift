import AccountCore
import TVWorld
import Testing

@Suite("enqueue without interruption: permission, line-up, account")
struct MetadataQueryTests {
    @Test("E1 denied or restricted: code 0, before any other error", arguments: [AccessStatus.denied, .restricted])
    func accessRefused(status: AccessStatus) throws {
        for region in ["US", "AQ"] {
            for provider in [nil, "alpha.example", "beta.example"] {
                let state = try device(access: status, provider: provider, region: region)
                let error = try #require(decide(request { $0.localizedVideoTitle = "Film" }, in: state).failure)
                #expect(error.code == .accessNotGranted)
                #expect(error.accessStatus == status)
                #expect(error.underlyingCode == (status == .denied ? .accessDenied : .accessRestricted))
                #expect(error.unsupportedProviderIdentifier == nil)
            }
        }
    }

    @Test("E2 not determined: code 0, the same with and without an account", arguments: [nil, "alpha.example", "beta.example"])
    func accessNotDetermined(provider: String?) throws {
        let error = try #require(decide(request(), in: device(access: .notDetermined, provider: provider)).failure)
        #expect(error == decide(request(), in: try device(access: .notDetermined)).failure)
        #expect(error.code == .accessNotGranted)
        #expect(error.accessStatus == .notDetermined)
        #expect(error.underlyingCode == .accessNotDetermined)
    }

    @Test("C4 a video title without interruption is an error of the caller, unless access is rejected", arguments: ["", "Film"])
    func videoTitle(title: String) throws {
        for status in [AccessStatus.granted, .notDetermined] {
            let invalid = decide(request { $0.localizedVideoTitle = title }, in: try device(access: status)).invalid
            #expect(invalid?.field == "localized-video-title")
        }
    }

    @Test("E5 granted, nobody signed in: success without content")
    func nobodySignedIn() throws {
        let asked = request {
            $0.includeAccountProviderIdentifier = true
            $0.includeAuthenticationExpirationDate = true
            $0.attributeNames = ["userID"]
            $0.forceAuthentication = true
        }
        #expect(decide(asked, in: try device(provider: nil)).metadata == AccountMetadata())
    }

    @Test("E6 stored account: only the requested keys, the provider is not contacted", arguments: [false, true], [false, true])
    func storedAccount(wantsID: Bool, wantsExpiry: Bool) throws {
        let asked = request {
            $0.includeAccountProviderIdentifier = wantsID
            $0.includeAuthenticationExpirationDate = wantsExpiry
            $0.channelIdentifier = "https://saml.sp.auth.adobe.com"
            $0.verificationToken = "anything"
        }
        let metadata = try #require(decide(asked, in: device()).metadata)
        #expect(metadata.accountProviderIdentifier == (wantsID ? "alpha.example" : nil))
        #expect(metadata.authenticationExpirationDate == (wantsExpiry ? now + 86_400 : nil))
        #expect(metadata.verificationData?.count == 32)
        #expect(metadata.accountProviderResponse == nil)
        #expect(metadata.samlAttributeQueryResponse == nil)
    }

    @Test("E6 an expired session is returned as it is, with the date in the past")
    func expiredSession() throws {
        let asked = request { $0.includeAuthenticationExpirationDate = true }
        #expect(decide(asked, in: try device(expiresAt: now - 1)).metadata?.authenticationExpirationDate == now - 1)
    }

    @Test("E8 provider not in the request's list: code 1 with the provider")
    func notInList() throws {
        let error = try #require(
            decide(request { $0.supportedAccountProviderIdentifiers = ["delta.example"] }, in: device()).failure)
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == "alpha.example")
        #expect(error.underlyingCode == nil)
    }

    @Test("E8 the app's own rows without a supported list allow nothing else")
    func applicationRowsAlone() throws {
        let row = ApplicationAccountProvider(identifier: "own.example", localizedDisplayName: "Own")
        let error = try #require(decide(request { $0.applicationAccountProviders = [row] }, in: device()).failure)
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == "alpha.example")
    }

    @Test(
        "E9 not onboarded (picker only, or outside the platform): code 1 with the provider",
        arguments: ["beta.example", "gamma.example"])
    func notOnboarded(provider: String) throws {
        let error = try #require(decide(request(), in: device(provider: provider)).failure)
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == provider)
    }

    @Test("E9 no common scheme: code 1 with the provider, underlying -20", arguments: [["API"], [], ["saml"], ["OTHER"]])
    func noCommonScheme(schemes: [String]) throws {
        let error = try #require(decide(request { $0.supportedAuthenticationSchemes = schemes }, in: device()).failure)
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == "alpha.example")
        #expect(error.underlyingCode == .noCommonScheme)
    }

    @Test("E9 the account's provider is no longer in the world: code 1 with the provider, underlying -6")
    func vanished() throws {
        let error = try #require(decide(request(), in: device(provider: "gone.example")).failure)
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == "gone.example")
        #expect(error.underlyingCode == .providerVanished)
    }

    @Test("E12 the filter leaves nothing: code 1 without a provider", arguments: [nil, "alpha.example"])
    func emptyFilter(provider: String?) throws {
        let asked = request { $0.supportedAccountProviderIdentifiers = ["unknown.example", "gamma.example"] }
        let error = try #require(decide(asked, in: device(provider: provider)).failure)
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == nil)
    }

    @Test("E12 unknown identifiers beside a known one are ignored")
    func unknownIdentifiers() throws {
        let asked = request { $0.supportedAccountProviderIdentifiers = ["unknown.example", "alpha.example", "alpha.example"] }
        #expect(decide(asked, in: try device()).metadata != nil)
    }

    @Test("E12 a provider that is not offered in the device's region is not in the line-up")
    func otherRegion() throws {
        let world = try world(changing: "alpha.example") { $0.regions = ["CA"] }
        let asked = request { $0.supportedAccountProviderIdentifiers = ["alpha.example"] }
        #expect(decide(asked, in: try device(world: world)).failure?.code == .unsupportedProvider)
    }

    @Test("E13 region without service: code 1 without a provider", arguments: [nil, "alpha.example"])
    func unsupportedRegion(provider: String?) throws {
        let error = try #require(decide(request(), in: device(provider: provider, region: "AQ")).failure)
        #expect(error.code == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == nil)
    }

    @Test("E13 not determined there: the permission path answers first, code 7")
    func unsupportedRegionUndecided() throws {
        #expect(decide(request(), in: try device(access: .notDetermined, region: "AQ")).failure?.code == .unsupported)
    }

    @Test("P15 an authentication token without interruption: code 6", arguments: [nil, "alpha.example"])
    func authenticationToken(provider: String?) throws {
        let asked = request { $0.accountProviderAuthenticationToken = "token" }
        #expect(decide(asked, in: try device(provider: provider)).failure?.code == .rejected)
    }

    @Test("Verification data binds app and sign-in")
    func verificationData() throws {
        let state = try device()
        let other = try ApplicationID("com.example.other")
        var both = state
        both.permissions[other] = .granted
        let first = try #require(decide(request(), in: state).metadata?.verificationData)
        #expect(decide(request(), in: state).metadata?.verificationData == first)
        let ofOther = try #require(decide(request(), by: other, in: both).metadata?.verificationData)
        #expect(ofOther != first)
        both.storedAccount?.seed = [9]
        let later = try #require(decide(request(), in: both).metadata?.verificationData)
        #expect(later != first)
    }
}
