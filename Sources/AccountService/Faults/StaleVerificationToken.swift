/// A provider requests a new verification token. No simulated provider does so unless a fault makes it.
struct StaleVerificationToken: Error {}
