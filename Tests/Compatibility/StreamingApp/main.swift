// A small streaming app in the shape that apps for iOS have, without screens: a shared object that is both delegates, closures
// for the screens, a web view that is watched for the last address. Without arguments nobody is at the device: whatever would
// need a user is closed. `--provider ID` chooses a provider in the app's own list, `--stay` leaves out the logout.
import Foundation

MainActor.assumeIsolated { AppDelegate.shared.launch(arguments: Array(CommandLine.arguments.dropFirst())) }
RunLoop.main.run()
