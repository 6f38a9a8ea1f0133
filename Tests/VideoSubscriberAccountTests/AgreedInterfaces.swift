/// The interfaces that dbus/interfaces does not have yet, as they are agreed.
enum AgreedInterfaces {
    static let documents = [
        #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
            <interface name="org.vsasim.SubscriberAccount1">
            <annotation name="org.vsasim.Errors"
                        value="AccessNotGranted UnsupportedProvider UserCancelled ServiceTemporarilyUnavailable ProviderRejected InvalidVerificationToken Rejected Unsupported NotPermitted AlreadyRegistered"/>
            <annotation name="org.vsasim.ErrorInfo"
                        value="unsupported-provider-identifier:s saml-response:s saml-response-status:s account-provider-response:a{sv} access-status:s underlying-code:i"/>
                <method name="Register">
              <arg name="application_id" type="s" direction="in"/>
              <arg name="info" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="usage-description:s"/>
              </arg>
              <annotation name="org.vsasim.Errors" value="NotPermitted AlreadyRegistered"/>
            </method>
                <method name="CheckAccessStatus">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value=""/>
              </arg>
              <arg name="status" type="s" direction="out"/>
              <annotation name="org.vsasim.Errors" value="Unsupported"/>
            </method>
                <method name="QueryMetadata">
              <arg name="request" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="channel-identifier:s supported-account-provider-identifiers:as featured-account-provider-identifiers:as verification-token:s include-account-provider-identifier:b include-authentication-expiration-date:b localized-video-title:s force-authentication:b attribute-names:as supported-authentication-schemes:as account-provider-authentication-token:s application-account-providers:a(ss) confirm-provider:b parent-window:s"/>
              </arg>
              <arg name="metadata" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="account-provider-identifier:s authentication-expiration-date:x saml-attribute-query-response:s verification-data:ay account-provider-response:a{sv}"/>
              </arg>
              <annotation name="org.vsasim.Errors"
                          value="AccessNotGranted UnsupportedProvider ServiceTemporarilyUnavailable ProviderRejected InvalidVerificationToken Rejected Unsupported"/>
            </method>
                <method name="RequestAccess">
              <arg name="token" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="parent-window:s"/>
              </arg>
              <arg name="request" type="o" direction="out"/>
            </method>
                <method name="RequestMetadata">
              <arg name="token" type="s" direction="in"/>
              <arg name="request" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="channel-identifier:s supported-account-provider-identifiers:as featured-account-provider-identifiers:as verification-token:s include-account-provider-identifier:b include-authentication-expiration-date:b localized-video-title:s force-authentication:b attribute-names:as supported-authentication-schemes:as account-provider-authentication-token:s application-account-providers:a(ss) confirm-provider:b parent-window:s"/>
              </arg>
              <arg name="object" type="o" direction="out"/>
            </method>
                <signal name="AccountChanged"/>
                <signal name="AccessStatusChanged">
              <arg name="status" type="s"/>
            </signal>
                <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
                <property name="Region" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>
          </interface>
        </node>
        """#,
        #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
            <interface name="org.vsasim.SubscriberAccount1.Request">
                <method name="Cancel"/>
                <method name="Confirm">
              <arg name="allow" type="b" direction="in"/>
            </method>
                <signal name="Present">
              <arg name="dialog" type="a{sv}">
                <annotation name="org.vsasim.Keys" value="kind:s title:s provider:s"/>
              </arg>
            </signal>
                <signal name="Dismiss"/>
                <signal name="ProviderSelected">
              <arg name="provider" type="s"/>
            </signal>
                <signal name="Completed">
              <arg name="metadata" type="a{sv}">
                <annotation name="org.vsasim.Keys"
                            value="account-provider-identifier:s authentication-expiration-date:x saml-attribute-query-response:s verification-data:ay account-provider-response:a{sv} access-status:s authorization:s update-context:s"/>
              </arg>
            </signal>
                <signal name="Failed">
              <arg name="error_name" type="s"/>
              <arg name="message" type="s"/>
              <arg name="info" type="a{sv}">
                <annotation name="org.vsasim.Keys"
                            value="unsupported-provider-identifier:s saml-response:s saml-response-status:s account-provider-response:a{sv} access-status:s underlying-code:i"/>
              </arg>
              <annotation name="org.vsasim.Errors"
                          value="AccessNotGranted UnsupportedProvider UserCancelled ServiceTemporarilyUnavailable ProviderRejected InvalidVerificationToken Rejected Unsupported"/>
            </signal>
          </interface>
        </node>
        """#,
        #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
            <interface name="org.vsasim.SubscriberAccount1.UserAccounts">
            <annotation name="org.vsasim.Errors" value="Rejected"/>
                <method name="UpdateAccount">
              <arg name="account" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="update-url:s requires-system-trust:b account-provider-identifier:s identifier:s account-type:s is-signed-out:b subscription-billing-cycle-end-date:x tier-identifiers:as billing-identifier:s authentication-data:s apple-subscription:a{sv} is-from-current-device:b device-category:s"/>
              </arg>
              <annotation name="org.vsasim.Errors" value="Rejected"/>
            </method>
                <method name="ListAccounts">
              <arg name="options" type="u" direction="in"/>
              <arg name="accounts" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="update-url:s requires-system-trust:b account-provider-identifier:s identifier:s account-type:s is-signed-out:b subscription-billing-cycle-end-date:x tier-identifiers:as billing-identifier:s authentication-data:s apple-subscription:a{sv} is-from-current-device:b device-category:s"/>
              </arg>
            </method>
                <method name="SetCurrentSubscription">
              <arg name="subscription" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="expiration-date:x access-level:s tier-identifiers:as billing-identifier:s"/>
              </arg>
            </method>
                <method name="GetAutoSignInToken">
              <arg name="token" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="value:s authorization:s"/>
              </arg>
            </method>
                <method name="UpdateAutoSignInToken">
              <arg name="token" type="s" direction="in"/>
              <arg name="context" type="s" direction="in"/>
              <annotation name="org.vsasim.Errors" value="Rejected"/>
            </method>
                <method name="DeleteAutoSignInToken"/>
            <method name="RequestAutoSignInAuthorization">
              <arg name="token" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="parent-window:s"/>
              </arg>
              <arg name="request" type="o" direction="out"/>
            </method>
          </interface>
        </node>
        """#,
    ]
}
