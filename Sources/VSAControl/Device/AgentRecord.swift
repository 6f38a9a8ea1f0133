import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// An agent that is registered with the device.
struct AgentRecord: Sendable, Equatable, JSONConvertible {
    var name: String
    var sender: String
    var path: String
    var processID: UInt32 = 0
    /// The executable of its process; empty if the device does not know it.
    var program: String = ""
    /// The number of its current and waiting prompts.
    var prompts: UInt32 = 0
}

extension AgentRecord {
    init(_ details: VariantDictionary) throws {
        name = try details.optional(Keys.name) ?? ""
        sender = try details.required(Keys.sender, as: String.self)
        path = try details.optional(Keys.path, as: ObjectPath.self)?.string ?? ""
        processID = try details.optional(Keys.processID) ?? 0
        program = try details.optional(Keys.program) ?? ""
        prompts = try details.optional(Keys.prompts) ?? 0
    }
}
