import Crypto
import Encodings
import TVWorld

/// A user who has not signed in: the same for the same device, requestor and provider, without identifying any of them.
enum AnonymousUser: String {
    /// The user of a temporary pass.
    case temporaryPass = "temppass_"
    /// The user of a provider with an AuthNAll rule.
    case degradation = "95cf93bcd183214a"

    /// Returns the identifier: a prefix and 40 hexadecimal digits.
    func id(of device: DeviceKey, mvpd: String) -> String {
        let subject = JSON.strings([device.requestor, mvpd, device.deviceID]).serialized
        return rawValue + hexadecimal(Insecure.SHA1.hash(data: Array(subject.utf8)))
    }
}
