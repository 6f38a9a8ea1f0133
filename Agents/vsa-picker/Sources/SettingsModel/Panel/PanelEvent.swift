import PickerModel

/// An event of the panel.
public enum PanelEvent: Sendable, Equatable {
    /// The device is on the bus, for the first time or again.
    case deviceAppeared
    /// The device has left the bus.
    case deviceVanished
    /// The bus has ended, and with it the session.
    case busClosed
    /// The device has answered a query.
    case received(Query, [Details])
    /// A query, or the start of the device, has failed.
    case failed(String)
    /// A change has failed, with the device's message.
    case callFailed(Call, String)
    /// A command has failed, with what it has written on standard error.
    case commandFailed(ShellLine, String)
    /// The journal has a new entry.
    case journalAdded(Details)
    /// The queued answers, or what happens without them, has changed.
    case answersChanged
    /// The user has used a control.
    case used(Setting, Input)
    /// The user has searched for apps.
    case searched(String)
    /// The user has answered a question.
    case answered(Question, Int)
    /// The user has chosen a provider in the picker's list; nil without a choice.
    case providerChosen(String?)
    /// The user has chosen a file to save the state to, or to load it from.
    case fileChosen(String, isSaving: Bool)
    /// The user has left the subpage.
    case left
    /// The user has copied a command line.
    case copied(ShellLine)
    /// A command has ended with success.
    case ran(ShellLine, output: String)
    /// The machine's time, in Unix seconds.
    case ticked(Int64)
}

/// The panel's queries of the device.
public enum Query: Sendable, Hashable, CaseIterable {
    /// The account.
    case account
    /// The providers.
    case providers
    /// The apps.
    case applications
    /// The developer settings.
    case developer
    /// The queued answers.
    case answers
    /// The faults.
    case faults
    /// The clock.
    case clock
    /// The region, and what happens to prompts without an answer.
    case status
    /// The newest entries of the journal.
    case journal
    /// The newest entries of the opened app.
    case events
}

/// An action that the panel requests.
public enum PanelEffect: Sendable, Equatable {
    /// Call a method of `Control` that changes nothing, and report the result.
    case query(Query, Call)
    /// Call a method of `Control` that changes something.
    case call(Call)
    /// Run `vsactl`; with a message when it has succeeded.
    case run(ShellLine, done: String?)
    /// Ask the user.
    case ask(Question)
    /// Show the picker's list of providers.
    case chooseProvider(ProviderChoice)
    /// Ask for a file.
    case chooseFile(isSaving: Bool)
    /// Show a message for a moment.
    case announce(String)
    /// Put a text on the clipboard.
    case copy(String)
}

/// A call of `Control`.
public struct Call: Sendable, Equatable {
    /// The method.
    public let method: String
    /// The arguments.
    public let arguments: [BusArgument]

    /// Subscribes to `JournalAdded`.
    public static let monitorJournal = Call(ControlInterface.Member.monitorJournal, .plain(.flag(true)))

    init(_ method: String, _ arguments: BusArgument...) {
        self.method = method
        self.arguments = arguments
    }
}

/// An argument of a call.
public enum BusArgument: Sendable, Equatable {
    /// A value of its own type.
    case plain(BusValue)
    /// A value in a variant.
    case variant(BusValue)

    static func text(_ text: String) -> BusArgument { .plain(.text(text)) }

    static func details(_ values: [String: BusValue]) -> BusArgument { .plain(.details(Details(values))) }
}

/// A question before a change that removes something.
public struct Question: Sendable, Equatable {
    /// The setting that would change.
    public let setting: Setting
    /// The question.
    public let title: String
    /// The effect of each answer.
    public let text: String
    /// The answers besides "Cancel".
    public let answers: [Control.Button]
}
