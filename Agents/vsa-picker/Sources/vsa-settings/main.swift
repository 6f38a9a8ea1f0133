import CGtk
import DesktopViews
import Glibc

switch Options.parse(CommandLine.arguments.dropFirst()) {
case .help: print(Options.help, terminator: "")
case .version: print("vsa-settings \(simulatorVersion)")
case .wrong(let complaint):
    StandardError.write("vsa-settings: \(complaint)\n\(Options.help)")
    exit(64)
case .run(let options):
    do {
        exit(try Settings(options).run())
    } catch {
        StandardError.write("vsa-settings: \(error)")
        exit(1)
    }
}
