import VSAControl
// Linking it is enough: it gives the commands their backend.
import VSAControlBackend

Program.start(Array(CommandLine.arguments.dropFirst()))
