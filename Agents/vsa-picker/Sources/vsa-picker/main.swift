import CGtk
import DesktopViews
import Glibc
import PickerModel

switch Options.parse(CommandLine.arguments.dropFirst()) {
case .help: print(Options.help, terminator: "")
case .version: print("vsa-picker \(simulatorVersion)")
case .wrong(let complaint):
    StandardError.write("vsa-picker: \(complaint)\n\(Options.help)")
    exit(64)
case .run(let options):
    g_set_prgname(AgentInterface.busName)
    g_set_application_name("TV Provider")
    do {
        try Picker(options).run()
    } catch {
        StandardError.write("vsa-picker: \(error)")
        exit(1)
    }
}
