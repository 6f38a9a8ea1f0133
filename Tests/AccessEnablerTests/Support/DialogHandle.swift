import VideoSubscriberAccount

extension UIViewController {
    /// A new handle of some dialog.
    static nonisolated var dialogHandle: UIViewController {
        .handle(of: VSSystemDialog(kind: .providerPicker, title: "TV provider"))
    }
}
