import Testing

@Suite("The systemd units")
struct UnitFileTests {
    @Test("every unit of a daemon limits its open files, its tasks and its memory, and does not repeat an incorrect start")
    func daemons() throws {
        let paths =
            Repository.paths(below: "systemd", suffix: ".service.in") + Repository.paths(below: "deploy", suffix: ".service")
        let units = try paths.map { (path: $0, lines: try Repository.text($0).split(separator: "\n")) }
        let daemons = units.filter { unit in
            let programs = unit.lines.filter { $0.hasPrefix("ExecStart=") }.compactMap { $0.split(separator: " ").first }
            return programs.contains { $0.hasSuffix("/vsad") || $0.hasSuffix("/entitlementd") }
        }
        #expect(
            daemons.map { $0.path } == [
                "systemd/entitlementd.service.in", "systemd/system/entitlementd.service.in", "systemd/vsad.service.in",
                "deploy/entitlementd@.service",
            ])
        for unit in daemons {
            #expect(unit.lines.contains("RestartPreventExitStatus=64 65"), "\(unit.path)")
            for setting in ["LimitNOFILE", "TasksMax", "MemoryMax"] {
                // The last line counts; infinity is not a limit.
                let value = unit.lines.last { $0.hasPrefix("\(setting)=") }?.dropFirst("\(setting)=".count)
                #expect(value?.first?.isNumber == true, "\(unit.path): \(setting)")
            }
        }
    }
}
