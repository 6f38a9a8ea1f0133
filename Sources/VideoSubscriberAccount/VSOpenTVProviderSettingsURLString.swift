/// The URL of the TV Provider page in the settings. Mirrors `VSOpenTVProviderSettingsURLString` of VideoSubscriberAccount, whose
/// value Apple does not document. Nothing on Linux opens it yet.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSOpenTVProviderSettingsURLString = "vsasim:settings/tv-provider"
