import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

@Suite("What vsactl run passes on to its command unchanged", .daemonLogs)
struct PassedOnTests {
    /// Runs a script of bash, in which `$0` is `vsactl`.
    private func bash(_ script: String) async throws -> ToolResult {
        try await Workspace.withPlace { workspace in
            try workspace.folder.write("from the file\n", to: "file")
            let result = try await Tool.run(
                "bash", ["-c", "cd '\(workspace.folder.path)'\n" + script, try Executables.find("vsactl")],
                environment: workspace.environment)
            try await workspace.expectNothingLeft()
            return result
        }
    }

    @Test("Open descriptors, and those of a process substitution")
    func descriptors() async throws {
        let result = try await bash(
            #"exec 4<file; "$0" run -- bash -c 'cat <&3; cat <&4; cat "$1"' - <(echo substituted) 3<file"#)
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.lines == ["from the file", "from the file", "substituted"], "\(result)")
    }

    @Test("No descriptors of vsactl itself")
    func ownDescriptors() async throws {
        let result = try await bash(
            #""$0" run -- bash -c 'for n in {0..254}; do [ -e /proc/$$/fd/$n ] && echo $n; done; true'"#)
        #expect(result.lines == ["0", "1", "2"], "\(result)")
    }

    @Test("Arguments and environment that are not UTF-8, and empty ones")
    func bytes() async throws {
        let result = try await bash(
            #"""
            export BYTES=$'a\xffb'
            "$0" run -- sh -c 'printf "%s|%s|%s|%s" "$BYTES" "$1" "$2" "$3" | od -An -v -tx1' - $'\xfe' '' ä
            """#)
        #expect(result.exit == .exited(0), "\(result)")
        #expect(result.output.trimmingCharacters(in: .whitespaces) == "61 ff 62 7c fe 7c 7c c3 a4", "\(result)")
    }

    @Test("The path of the program, if it is not UTF-8")
    func program() async throws {
        let result = try await bash(
            #"""
            printf '#!/bin/sh\necho "$1"\n' >$'p\xff'
            chmod +x $'p\xff'
            "$0" run -- ./$'p\xff' started
            code=$?
            rm $'p\xff'
            exit $code
            """#)
        #expect(result.exit == .exited(0) && result.lines == ["started"], "\(result)")
    }

    @Test("Ignored signals stay ignored, others do not")
    func ignoredSignals() async throws {
        let result = try await bash(
            #"trap '' HUP USR1; "$0" run -- sh -c 'kill -HUP $$; kill -USR1 $$; echo alive; kill -TERM $$'"#)
        #expect(result.exit == .exited(143) && result.lines == ["alive"], "\(result)")
    }

    @Test("The exit code, even if the caller ignores the signal that a child has exited")
    func exitCode() async throws {
        let result = try await bash(#"exec env --ignore-signal=CHLD "$0" run -- sh -c 'exit 3'"#)
        #expect(result.exit == .exited(3), "\(result)")
    }

    @Test("Orphans are reaped, even if the caller ignores that signal")
    func orphans() async throws {
        let result = try await bash(
            #"""
            exec env --ignore-signal=CHLD "$0" run -- sh -c '
                orphan=$(sh -c "sleep 0.1 >/dev/null & echo \$!")
                while [ -e "/proc/$orphan" ]; do :; done'
            """#)
        #expect(result.exit == .exited(0), "\(result)")
    }

    @Test("Standard streams that are closed are /dev/null, and no other file gets their numbers")
    func closedStreams() async throws {
        let result = try await bash(
            #"exec 5>&1; "$0" run -- sh -c 'for n in 0 1 2; do l=$(readlink /proc/$$/fd/$n); echo $l >&5; done' <&- >&- 2>&-; echo "code $?""#
        )
        #expect(result.lines == ["/dev/null", "/dev/null", "/dev/null", "code 0"], "\(result)")
    }
}
