/// The version of entitlementd.
public let entitlementServiceVersion = "0.1.0"
