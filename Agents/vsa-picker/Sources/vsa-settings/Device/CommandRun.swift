import CAdwaita
import CGtk
import DesktopViews
import SettingsModel

/// Runs `vsactl`, for what concerns the device and its service together.
@MainActor
enum CommandRun {
    /// The program: the one next to the panel, whose folder a desktop's `PATH` may lack; otherwise that in `PATH`.
    private static let program: String = {
        let neighbour = take(g_path_get_dirname(take(g_file_read_link("/proc/self/exe", nil)))) + "/vsactl"
        return g_file_test(neighbour, G_FILE_TEST_IS_EXECUTABLE) != 0 ? neighbour : "vsactl"
    }()

    /// Runs a command line; the closure receives its output.
    static func start(_ command: ShellLine, _ done: @escaping @MainActor (PanelEvent) -> Void) {
        var error: UnsafeMutablePointer<GError>?
        let flags = G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_PIPE.rawValue
        let process = withArguments([program] + command.arguments) { arguments in
            g_subprocess_newv(arguments, GSubprocessFlags(rawValue: flags), &error)
        }
        guard let process else { return done(.commandFailed(command, BusError(error).description)) }
        let handler = Handler<UInt, Void> { result in
            defer { g_object_unref(UnsafeMutableRawPointer(process)) }
            var output: UnsafeMutablePointer<CChar>?
            var complaint: UnsafeMutablePointer<CChar>?
            var error: UnsafeMutablePointer<GError>?
            let isRead = g_subprocess_communicate_utf8_finish(
                process, OpaquePointer(bitPattern: result), &output, &complaint, &error)
            guard isRead != 0 else { return done(.commandFailed(command, BusError(error).description)) }
            let (text, problem) = (take(output), take(complaint))
            done(g_subprocess_get_successful(process) != 0 ? .ran(command, output: text) : .commandFailed(command, problem))
        }
        g_subprocess_communicate_utf8_async(
            process, nil, nil,
            { _, result, data in
                let result = UInt(bitPattern: result)
                let address = UInt(bitPattern: data)
                MainActor.assumeIsolated { Handler<UInt, Void>.at(address)?.run(result) }
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }, handler.retained())
    }

    private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }

    /// Passes the arguments as C strings, with a null pointer at the end.
    private static func withArguments<R>(_ arguments: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
        let copies = arguments.map { g_strdup($0) }
        defer { for copy in copies { g_free(copy) } }
        return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
