/// A provider requests a new verification token. A simulated provider does so only because of a fault.
struct StaleVerificationToken: Error {}
