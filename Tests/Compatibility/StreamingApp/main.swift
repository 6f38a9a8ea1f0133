// A small streaming app with the structure of apps for iOS, without screens: a shared object that is both delegates, closures
// for the screens, a web view that is watched for the last address. Without arguments the device has no user: what would
// need a user is closed. `--provider ID` chooses a provider in the app's own list, `--stay` leaves out the logout.
import Foundation

MainActor.assumeIsolated { AppDelegate.shared.launch(arguments: Array(CommandLine.arguments.dropFirst())) }
RunLoop.main.run()
