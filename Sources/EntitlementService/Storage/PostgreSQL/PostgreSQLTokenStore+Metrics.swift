extension PostgreSQLTokenStore {
    /// Returns the metrics of a store on a server; without values if there is none.
    static func metrics(of store: PostgreSQLTokenStore?) -> [PrometheusFamily] {
        let load = store?.pool.load
        return [
            PrometheusFamily(
                "vsasim_database_round_trips_total", .counter, "Round trips to the PostgreSQL server.", store?.roundTrips),
            PrometheusFamily(
                "vsasim_database_repeated_decisions_total", .counter,
                "Decisions that were made again, because the records that they are based on had changed.", store?.conflicts),
            PrometheusFamily(
                "vsasim_database_connections", .gauge, "Connections for calls to the PostgreSQL server, by state.", by: "state",
                load.map { ["busy": Double($0.busy), "free": Double($0.free)] } ?? [:]),
            PrometheusFamily(
                "vsasim_database_waiting_calls", .gauge, "Calls that wait for one of these connections.", load?.waiting),
            PrometheusFamily(
                "vsasim_node_follow_seconds", .gauge,
                "The time in which the node took over the last change of what nodes share, after it had noticed it.",
                store.map { $0.node.lag / .seconds(1) }),
            PrometheusFamily(
                "vsasim_node_ready", .gauge, "1 if the node is ready.", store.map { $0.node.problem == nil ? 1 : 0 }),
        ]
    }
}
