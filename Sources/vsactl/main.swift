import VSAControl

let arguments = Array(CommandLine.arguments.dropFirst())
if Program.needsBackend(arguments) { LinkedBackend.handOver() }
Program.start(arguments)
