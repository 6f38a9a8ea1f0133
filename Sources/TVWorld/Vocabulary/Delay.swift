/// The delays and time limits of scenarios, faults and prepared answers.
public enum Delay {
    /// The accepted values, in milliseconds: up to a day.
    public static let accepted: ClosedRange<Int64> = 0...86_400_000
}
