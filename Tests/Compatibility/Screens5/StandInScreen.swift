import AccessEnabler
import CompatibilityUIKit

/// A screen of the program's own stand-in for UIKit, on which the library's delegates present.
class StandInScreen: UIViewController {
    let label = UILabel()

    override func loadView() {
        view = label
    }

    func show(over controller: UIViewController) -> UIViewController {
        let child = UIViewController()
        controller.present(self, animated: false)
        label.text = "stand-in"
        return child
    }
}
