/// A page of the panel.
public struct Page: Sendable, Equatable {
    /// The groups from the top.
    public var groups: [Group]

    /// Creates a page.
    public init(_ groups: [Group]) { self.groups = groups }

    /// Returns the row of a setting; nil if the page does not have one.
    public func row(_ setting: Setting) -> Row? { groups.lazy.flatMap(\.rows).first { $0.setting == setting } }
}

/// Rows with a title.
public struct Group: Sendable, Equatable {
    /// The title; it is unique on its page.
    public var title: String
    /// The explanation below the title.
    public var explanation: String
    /// The rows.
    public var rows: [Row]

    init(_ title: String, _ explanation: String = "", _ rows: [Row?]) {
        self.title = title
        self.explanation = explanation
        self.rows = rows.compactMap { $0 }
    }
}

/// One setting or value.
public struct Row: Sendable, Equatable {
    /// The subject of the row; it is unique on its page.
    public var setting: Setting
    /// The name of the setting.
    public var title: String
    /// The explanation or value below it.
    public var subtitle: String
    /// The control with which the user changes it.
    public var control: Control
    /// The lines of `vsactl` that do the same.
    public var commands: [ShellLine]
    /// Whether the control can be used now.
    public var isEnabled: Bool

    init(
        _ setting: Setting, _ title: String, _ subtitle: String = "", _ control: Control = .none, _ commands: [ShellLine] = [],
        isEnabled: Bool = true
    ) {
        self.setting = setting
        self.title = title
        self.subtitle = subtitle
        self.control = control
        self.commands = commands
        self.isEnabled = isEnabled
    }
}

/// The control with which the user changes a setting.
public enum Control: Sendable, Equatable {
    /// None: the setting cannot be changed.
    case none
    /// A share from 0 to 1, as a bar.
    case level(Double)
    /// A switch.
    case toggle(Bool)
    /// Buttons with these labels.
    case buttons([Button])
    /// One of several values.
    case choice([String], selected: Int)
    /// A text.
    case entry(String)
    /// The row opens another page.
    case opens

    /// A button of a row.
    public struct Button: Sendable, Equatable {
        /// The label.
        public let label: String
        /// Whether it removes something.
        public let isDestructive: Bool

        init(_ label: String, isDestructive: Bool = false) {
            self.label = label
            self.isDestructive = isDestructive
        }
    }

    /// Returns a single button.
    static func button(_ label: String, isDestructive: Bool = false) -> Control {
        .buttons([Button(label, isDestructive: isDestructive)])
    }

    /// Returns whether a view of one can show the other.
    public func hasSameForm(as other: Control) -> Bool {
        switch (self, other) {
        case (.none, .none), (.level, .level), (.toggle, .toggle), (.entry, .entry), (.opens, .opens): true
        case (.choice(let left, _), .choice(let right, _)): left == right
        case (.buttons(let left), .buttons(let right)): left == right
        default: false
        }
    }
}

/// The user's action on a row's control.
public enum Input: Sendable, Equatable {
    /// The user used the switch.
    case toggled(Bool)
    /// The user pressed the button at a position, or the row itself.
    case pressed(Int)
    /// The user chose the value at a position.
    case chose(Int)
    /// The user entered a text.
    case entered(String)
}
