// Client code in the shape of published apps, compiled in Swift 5 mode (folder Swift5) and in Swift 6 mode (folder Swift6) from
// the same text, and run against the real daemons. Without arguments it ends with 0 when it can play, with 2 when somebody would
// have to sign in.
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
MainActor.assumeIsolated {
    if arguments.first == "system-account" { SystemAccountProgram.start(arguments) } else { Program.start() }
}
RunLoop.main.run()
