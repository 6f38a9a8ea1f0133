import DecisionTables
import ProjectTesting
import TVWorld

/// A world with the structure of the built-in one, for which the tables' rows are written, and with other names.
struct RenamedWorld: Sendable {
    let naming: Naming
    let world: World
    /// Daemons that have the world.
    let daemons: DaemonPool

    /// One in `make test`, more in `make soak`.
    static let all: [RenamedWorld] =
        Seeds.few(1, soak: 5).map(RenamedWorld.init)

    init(seed: UInt64) {
        var source = NameSource(seed: seed)
        var world = World.builtIn
        var names = ["com.example.player": source.application()]
        for provider in world.providers {
            names[provider.id] = source.host()
            names[provider.mvpd] = source.identifier()
        }
        for requestor in world.requestors { names[requestor.id] = source.identifier() }
        for name in Set(world.subscribers.map(\.username)).sorted() { names[name] = source.text() }
        for resource in world.resources { names[resource] = source.resource() }
        let naming = Naming(names)
        for index in world.providers.indices {
            world.providers[index].id = naming[world.providers[index].id]
            world.providers[index].mvpd = naming[world.providers[index].mvpd]
            world.providers[index].name = source.text()
        }
        for index in world.subscribers.indices {
            let old = world.subscribers[index]
            world.subscribers[index] = Subscriber(
                provider: naming[old.provider], username: naming[old.username], password: source.text(),
                attributes: ["userID": .text(source.text()), "householdID": .text(source.text()), "zip": .list([source.text()])],
                channels: old.channels.map { naming[$0] }, isSuspended: old.isSuspended)
        }
        for index in world.requestors.indices { world.requestors[index].id = naming[world.requestors[index].id] }
        for index in world.integrations.indices {
            world.integrations[index].requestor = naming[world.integrations[index].requestor]
            world.integrations[index].mvpd = naming[world.integrations[index].mvpd]
        }
        for index in world.temporaryPasses.indices {
            world.temporaryPasses[index].requestor = naming[world.temporaryPasses[index].requestor]
            world.temporaryPasses[index].mvpd = naming[world.temporaryPasses[index].mvpd]
        }
        world.resources = world.resources.map { naming[$0] }
        self.naming = naming
        self.world = world
        daemons = DaemonPool(world: world)
    }
}
