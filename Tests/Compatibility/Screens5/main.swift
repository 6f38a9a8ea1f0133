// Sources that were written for the main-actor classes of Apple's platforms, compiled in Swift 5 mode (folder Screens5) and in
// Swift 6 mode (folder Screens6) from the same text. The compiler warns where a nonisolated delegate uses a screen, and must not
// warn otherwise. The program prints what each part did.
import AccessEnabler

MainActor.assumeIsolated {
    let screen = PlayerScreen(heading: "player")
    let delegate = PlayerDelegate(screen: screen)
    let handle = DrawnScreen()
    delegate.setRequestorComplete(1)
    delegate.presentTvProviderDialog(handle)
    print("presented: \(screen.presentedViewController === handle), by: \(handle.presentingViewController === screen)")
    delegate.dismissTvProviderDialog(handle)
    print("presented: \(screen.presentedViewController != nil), by: \(handle.presentingViewController != nil)")
    _ = screen.view
    screen.close()
    print(screen.lines)

    let checked = CheckedScreen()
    let stepping = SteppingScreen()
    let delegates: [any EntitlementDelegate] = [checked, stepping]
    for delegate in delegates {
        delegate.setRequestorComplete(1)
        delegate.setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR)
        delegate.presentTvProviderDialog(UIViewController())
    }
    print(checked.lines)
    print(stepping.lines)

    let standIn = StandInScreen()
    let child = standIn.show(over: screen)
    print(standIn.label.text ?? "", standIn.view === standIn.label, child.dialog == nil)

    let coordinator = Coordinator()
    coordinator.cover()
    print("covered:", coordinator.root.presentedViewController === coordinator.overlay)
}

let double = AccessEnablerDouble("statement")
let login = Login(library: double)
print(double.calls)
print(login.outcome)
print(StatementDouble(statement: "own").statement, ProviderDouble())
print(VSError(.userCancelled), isCancelled(VSError(.userCancelled)))
print(request(for: ["userID"], token: Data("token".utf8)).verificationToken ?? "", expiration(inMilliseconds: "0") != nil)
