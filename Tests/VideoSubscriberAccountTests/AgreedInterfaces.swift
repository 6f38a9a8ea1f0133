/// The interfaces that dbus/interfaces does not have yet, as they are agreed.
enum AgreedInterfaces {
    static let documents = [
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
        """#
    ]
}
