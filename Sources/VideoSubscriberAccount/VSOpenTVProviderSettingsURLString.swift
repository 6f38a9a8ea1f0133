/// The address of the TV Provider page of the settings. Mirrors `VSOpenTVProviderSettingsURLString` of
/// VideoSubscriberAccount, whose text Apple does not publish; on Linux nothing opens it yet.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSOpenTVProviderSettingsURLString = "vsasim:settings/tv-provider"
