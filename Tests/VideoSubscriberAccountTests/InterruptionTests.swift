import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import Testing

@testable import VideoSubscriberAccount

@Suite("enqueue with interruption allowed")
struct InterruptionTests {
    private let delegate = RecordingDelegate()

    /// Enqueues, and adds the completion to the delegate's record.
    private func outcome(
        of manager: VSAccountManager, _ request: VSAccountMetadataRequest = .interrupting
    ) async throws -> (AccountMetadata?, VSError?) {
        manager.delegate = delegate
        let completion = Completion<AccountMetadata>()
        let delegate = delegate
        manager.enqueue(request) { metadata, error in
            delegate.note("completed")
            completion.outcomes.record(.init(answer: metadata.map(AccountMetadata.init), error: error))
        }
        let outcome = try await completion.next()
        return (outcome.answer, outcome.error as? VSError)
    }

    @Test("Q4, E10, U10: the delegate presents, decides, dismisses, all on the main queue; then the completion is called")
    func pickerAndSignIn() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present(title: "TV Provider")
                guard try await $0.selectProvider("alpha.example") else { return }
                try await $0.dismiss()
                try await $0.complete(["account-provider-identifier": BusVariant("alpha.example")])
            }
            let (metadata, error) = try await outcome(of: manager)
            #expect(error == nil)
            #expect(metadata?.provider == "alpha.example")
            #expect(delegate.events.events == ["present", "veto alpha.example", "dismiss", "completed"])
            #expect(
                delegate.dialogs.events == [VSSystemDialog(kind: .providerPicker, title: "TV Provider")])
            #expect(try await device.requests.next().confirmations.events == [true])
        }
    }

    @Test("E11: with one provider left the dialog starts with its sign-in form, and the veto is still possible")
    func singleProvider() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present("sign-in", title: "BetaFiber", provider: "beta.example")
                guard try await $0.selectProvider("beta.example") else { return }
                try await $0.dismiss()
                try await $0.complete()
            }
            _ = try await outcome(of: manager)
            #expect(delegate.events.events == ["present", "veto beta.example", "dismiss", "completed"])
            #expect(
                delegate.dialogs.events == [
                    VSSystemDialog(kind: .signIn, title: "BetaFiber", accountProviderIdentifier: "beta.example")
                ])
        }
    }

    @Test("E1, E3: the permission alert, and a denial, do not involve the delegate")
    func permission() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.fail("AccessNotGranted", info: ["underlying-code": BusVariant(Int32(-11))]) }
            let (_, error) = try await outcome(of: manager)
            #expect(error?.code == .accessNotGranted)
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == -11)
            #expect(delegate.events.events == ["completed"])
        }
    }

    @Test("E6: a stored account answers without any dialog")
    func storedAccount() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.complete(["verification-data": BusVariant([UInt8(1)])]) }
            let (metadata, _) = try await outcome(of: manager)
            #expect(metadata == AccountMetadata(verificationData: Data([1])))
            #expect(delegate.events.events == ["completed"])
        }
    }

    @Test("U1, U3: a cancelled dialog is dismissed before the completion with userCancelled")
    func cancelledByPerson() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present()
                try await $0.dismiss()
                try await $0.fail("UserCancelled", "cancelled in the picker")
            }
            let (_, error) = try await outcome(of: manager)
            #expect(error?.code == .userCancelled)
            #expect(error?.localizedDescription == "cancelled in the picker")
            #expect(delegate.events.events == ["present", "dismiss", "completed"])
        }
    }

    @Test("U4: \"Other TV Provider\" is unsupportedProvider without a name, and no veto")
    func otherProvider() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present()
                try await $0.dismiss()
                try await $0.fail("UnsupportedProvider")
            }
            let (_, error) = try await outcome(of: manager)
            #expect(error?.code == .unsupportedProvider)
            #expect(error?.userInfo.keys.contains(VSErrorInfoKeyUnsupportedProviderIdentifier) == false)
            #expect(delegate.events.events == ["present", "dismiss", "completed"])
        }
    }

    @Test("U5: the delegate's veto reaches the device, which names the provider")
    func veto() async throws {
        try await FakeDevice.with { device, manager in
            let delegate = RecordingDelegate(allows: false)
            manager.delegate = delegate
            device.answerRequests {
                try await $0.present()
                let isAllowed = try await $0.selectProvider("alpha.example")
                try await $0.dismiss()
                let info: VariantDictionary = ["unsupported-provider-identifier": BusVariant("alpha.example")]
                if isAllowed { try await $0.complete() } else { try await $0.fail("UnsupportedProvider", info: info) }
            }
            let (_, error) = try await manager.metadataAndError(.interrupting)
            #expect(error?.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String == "alpha.example")
            #expect(delegate.events.events == ["present", "veto alpha.example", "dismiss"])
        }
    }

    @Test("U6, U7: a provider that the system cannot sign in to, or the app's own row, is named; the cause is kept")
    func unsupportedRow() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present()
                try await $0.dismiss()
                let info: VariantDictionary = [
                    "unsupported-provider-identifier": BusVariant("my.example"), "underlying-code": BusVariant(Int32(-20)),
                ]
                try await $0.fail("UnsupportedProvider", info: info)
            }
            let (_, error) = try await outcome(of: manager)
            #expect(error?.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String == "my.example")
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == -20)
        }
    }

    @Test("P8: a rejection during a dialog contains the provider's response")
    func providerRejected() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                let response: VariantDictionary = ["authentication-scheme": BusVariant("SAML"), "status": BusVariant("Denied")]
                let info: VariantDictionary = [
                    "saml-response": BusVariant("<Response/>"), "saml-response-status": BusVariant("Denied"),
                    "account-provider-response": BusVariant(response),
                ]
                try await $0.fail("ProviderRejected", info: info)
            }
            let (_, error) = try await outcome(of: manager)
            #expect(error?.code == .providerRejected)
            #expect(error?.userInfo[VSErrorInfoKeySAMLResponse] as? String == "<Response/>")
            #expect((error?.userInfo[VSErrorInfoKeyAccountProviderResponse] as? VSAccountProviderResponse)?.status == "Denied")
        }
    }

    @Test(
        "each of the device's errors has Apple's code",
        arguments: Vocabulary.errors.map {
            (String($0.key.string.dropFirst(SubscriberAccountInterface.errorPrefix.count)), $0.value)
        })
    func codes(name: String, code: VSError.Code) async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests { try await $0.fail(name, "because") }
            let (metadata, error) = try await outcome(of: manager)
            #expect(metadata == nil)
            #expect(error?.code == code)
            #expect(error?.localizedDescription == "because")
        }
    }

    @Test("the request reports that it can be vetoed, and the window for the dialog")
    func wire() async throws {
        try await FakeDevice.with { device, manager in
            let request = VSAccountMetadataRequest.interrupting
            request.localizedVideoTitle = "Evening News"
            request.includeAccountProviderIdentifier = true
            _ = try await outcome(of: manager, request)
            let call = try #require(device.calls.events.last)
            #expect(call.member == "RequestMetadata")
            #expect(
                call.details == [
                    "confirm-provider": BusVariant(true), "localized-video-title": BusVariant("Evening News"),
                    "include-account-provider-identifier": BusVariant(true),
                    "supported-authentication-schemes": BusVariant(["SAML"]),
                    "error-info": BusVariant(true),
                ])
            let query = MetadataQuery(request, parentWindow: "wayland:window")
            #expect(query.details["parent-window"] == BusVariant("wayland:window"))
        }
    }

    @Test("C3: without a delegate, only the permission is read, and the request is rejected unless it is denied or restricted")
    func delegateMissing() async throws {
        try await FakeDevice.with { device, manager in
            let (metadata, error) = try await manager.metadataAndError(.interrupting)
            #expect(metadata == nil)
            #expect(error?.code == .rejected)
            #expect(error?.localizedDescription.contains("delegate") == true)
            device.answerStatus { _ in "denied" }
            #expect(try await manager.metadataAndError(.interrupting).1?.code == .accessNotGranted)
            device.answerStatus { _ in "restricted" }
            #expect(try await manager.metadataAndError(.interrupting).1?.code == .accessNotGranted)
            #expect(Set(device.calls.events.map(\.member)) == ["CheckAccessStatus"])
        }
    }

    @Test("C4: a video title without interruption is rejected by the device")
    func titleWithoutInterruption() async throws {
        try await FakeDevice.with { device, manager in
            device.answerMetadata { details in
                #expect(details["localized-video-title"] == BusVariant("Evening News"))
                throw ErrorReply(.invalidArguments, message: "localized-video-title: only with interruption")
            }
            let request = VSAccountMetadataRequest()
            request.localizedVideoTitle = "Evening News"
            let (_, error) = try await manager.metadataAndError(request)
            #expect(error?.code == .rejected)
        }
    }

    @Test("Q7b: each manager's dialogs go to its own delegate, although the queue is shared")
    func ownDelegates() async throws {
        try await FakeDevice.with { device, manager in
            device.answerRequests {
                try await $0.present()
                try await $0.dismiss()
                try await $0.complete()
            }
            let other = VSAccountManager(device: manager.device, queue: manager.queue)
            let otherDelegate = RecordingDelegate()
            other.delegate = otherDelegate
            _ = try await outcome(of: manager)
            _ = try await other.metadataAndError(.interrupting)
            #expect(delegate.events.events == ["present", "dismiss", "completed"])
            #expect(otherDelegate.events.events == ["present", "dismiss"])
        }
    }
}
