import Foundation
import VSAControl

let arguments = Array(CommandLine.arguments.dropFirst())
// Before anything starts a thread, which would take the signals in its own way.
SessionSignals.block(for: Program.inOrder(arguments))
Task.detached { [arguments] in exit(await Program.run(arguments)) }
// The main thread only stays. In an asynchronous main program it would wait in dispatch's loop, which unblocks all signals.
while true { pause() }
