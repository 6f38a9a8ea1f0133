/// The provider requests a new verification token.
struct StaleVerificationToken: Error {}
