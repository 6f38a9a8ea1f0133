/// A provider requests a new verification token. No simulated provider does so unless a fault makes it do so.
struct StaleVerificationToken: Error {}
