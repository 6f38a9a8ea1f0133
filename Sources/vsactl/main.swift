import Foundation
import VSAControl

let arguments = Array(CommandLine.arguments.dropFirst())
// Before there is another thread, which would handle the signals in its own way.
SessionSignals.block(for: Program.inOrder(arguments))
Task.detached { [arguments] in exit(await Program.run(arguments)) }
// The main thread only waits. In an asynchronous main program, it would wait in Dispatch's loop, which unblocks all signals.
while true { pause() }
