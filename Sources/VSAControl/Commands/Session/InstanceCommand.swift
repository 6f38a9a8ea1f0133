import ArgumentParser
import FoundationEssentials
import TVWorld

/// `vsactl instance`
struct InstanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instance", abstract: "Instances of vsactl run --instance, whose state is kept.",
        subcommands: [List.self, Remove.self])

    /// `vsactl instance list`
    struct List: ParsableCommand, LightCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the instances.")
        @OptionGroup var global: GlobalOptions

        func run() throws {
            global.show(
                Report(
                    "instances", Instance.all(environment: ProcessInfo.processInfo.environment),
                    json: { .members(["name": $0.name, "folder": $0.folder, "inUse": $0.isInUse]) },
                    columns: [
                        "NAME": { .init($0.name) },
                        "STATE": { $0.isInUse ? .init("in use", .good) : .init("unused", .faint) },
                        "FOLDER": { .init($0.folder) },
                    ]))
        }
    }

    /// `vsactl instance remove NAME…`
    struct Remove: ParsableCommand, LightCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove instances with their state.")
        @Argument(help: "The instances' names.", completion: .live(.instances)) var name: [String]
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let environment = ProcessInfo.processInfo.environment
            let known = Instance.all(environment: environment)
            // If one of them does not exist or is in use, none is removed.
            var seen: Set<String> = []
            let names = name.filter { seen.insert($0).inserted }
            let instances = try names.map { name in
                let instance = try known.element(named: name, by: \.name, as: "instance", listing: "vsactl instance list")
                guard !instance.isInUse else {
                    throw Failure(.failed, "the instance \(name) is in use", advice: "vsactl ps shows its session.")
                }
                return try Instance(name: name, environment: environment)
            }
            for instance in instances { try instance.remove() }
            global.show(Report(["removed": names], text: "removed: \(names.joined(separator: ", "))"))
        }
    }
}
