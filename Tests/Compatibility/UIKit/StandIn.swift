import VideoSubscriberAccount

// A program's own stand-in for UIKit, beside the classes that VideoSubscriberAccount declares: the names are the same types, so
// that a file may import both. What the stand-in has of its own builds on them.

public typealias UIViewController = VideoSubscriberAccount.UIViewController
public typealias UIView = VideoSubscriberAccount.UIView

/// A view with a text.
@preconcurrency @MainActor
public final class UILabel: UIView {
    public var text: String?
}
