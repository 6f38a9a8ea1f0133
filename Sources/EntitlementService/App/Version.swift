import TVWorld

/// The version of entitlementd.
public let entitlementServiceVersion = simulatorVersion
