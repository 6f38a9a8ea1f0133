import VideoSubscriberAccount

// A program's own stand-in for UIKit, in addition to the classes of VideoSubscriberAccount: the names are the same types, so
// that a file may import both. The stand-in's own types are based on them.

public typealias UIViewController = VideoSubscriberAccount.UIViewController
public typealias UIView = VideoSubscriberAccount.UIView

/// A view with a text.
@preconcurrency @MainActor
public final class UILabel: UIView {
    public var text: String?
}
