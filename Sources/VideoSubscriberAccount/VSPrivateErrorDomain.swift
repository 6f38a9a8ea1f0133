/// The domain of underlying errors with Apple's private codes, as observed on devices: −7 provider too slow, −11 denied, −12 not
/// determined, −13 usage description missing, −23 restricted, …
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSPrivateErrorDomain = "VSPrivateErrorDomain"
