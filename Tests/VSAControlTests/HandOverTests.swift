import Foundation
import PrivateSession
import ProjectTesting
import Testing

@testable import VSAControl

@Suite("vsactl without vsactl-full")
struct HandOverTests {
    /// Runs a test with a copy of `vsactl` that finds no other program.
    private func alone(_ test: (RealDevice, _ vsactl: String) async throws -> Void) async throws {
        try await RealDevice.with { device in
            try await Workspace.with { workspace in
                let copy = workspace.folder.path("vsactl")
                // In a separate process: a file that this one wrote is busy while a child of another test has it open.
                try await Tool.run("/bin/cp", [try Executables.find("vsactl"), copy], environment: workspace.environment)
                    .checked()
                try await test(device, copy)
            }
        }
    }

    @Test("Commands for the device and help need no other program")
    func device() async throws {
        try await alone { device, vsactl in
            let commands = [
                "status", "app list", "provider list", "region get", "access set com.example.player granted",
                "account sign-in alpha.example --subscriber alice", "check-access --app com.example.player",
                "query --app com.example.player", "request list", "answer list", "agent list", "developer show", "env",
                "complete subscribers", "help run", "account sign-out --json",
            ]
            for command in commands {
                let words = command.split(separator: " ").map(String.init)
                let result = try await Tool.run(vsactl, words, environment: device.environment)
                #expect(result.exit == .exited(0), "\(result)")
            }
        }
    }

    @Test("Other commands name the missing program and where it was searched")
    func missing() async throws {
        try await alone { device, vsactl in
            let result = try await Tool.run(vsactl, ["doctor"], environment: device.environment)
            #expect(result.exit == .exited(1))
            #expect(result.errorOutput.hasPrefix("vsactl: vsactl-full is in none of "))
            #expect(result.output.isEmpty)
        }
    }

    @Test("The settings panel takes over the process, with no signal blocked, so that Ctrl-C ends it")
    func settings() async throws {
        try await alone { device, vsactl in
            let panel = URL(filePath: vsactl).deletingLastPathComponent().appending(path: "vsa-settings").path
            let script = #"printf '#!/bin/sh\ngrep SigBlk /proc/self/status\n' >"$0" && chmod +x "$0""#
            try await Tool.run("/bin/sh", ["-c", script, panel], environment: device.environment).checked()
            let result = try await Tool.run(vsactl, ["settings"], environment: device.environment)
            #expect(result.exit == .exited(0) && result.output == "SigBlk:\t0000000000000000", "\(result)")
        }
    }

    @Test("vsactl-full takes over the process: its number, arguments, streams and exit code")
    func process() async throws {
        try await RealDevice.with { device in
            let agent = try await device.startAgent("--tty")
            let registered = try await device.control.agents()
            #expect(registered.map(\.processID) == [UInt32(agent.processID)])
            #expect(registered.map(\.program) == [try Executables.find("vsactl-full")])
            agent.send(signal: SIGTERM)
            #expect(await agent.wait() == .exited(0))
        }
    }
}
