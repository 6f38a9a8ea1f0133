// Client code in the style of published apps, compiled in Swift 5 mode (folder Swift5) and in Swift 6 mode (folder Swift6) from
// the same text, and run against the real daemons. Without arguments it exits with 0 if it can play, with 2 if the user would
// have to sign in.
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
MainActor.assumeIsolated {
    if arguments.first == "system-account" { SystemAccountProgram.start(arguments) } else { Program.start() }
}
RunLoop.main.run()
