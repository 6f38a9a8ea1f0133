// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.UserAccounts.xml`
    static let userAccounts = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.UserAccounts:
            @short_description: an app's own account, as reported by the app, and its automatic sign-in

            Exported at /org/vsasim/SubscriberAccount1. Stores what VSUserAccountManager and VSSubscriptionRegistrationCenter
            store on Apple's devices. The data are separate for each app, never visible to other apps, and kept until the device
            is reset. Nothing here reads or changes the TV provider account, except that account-provider-identifier must name
            the provider that is signed in.
          -->
          <interface name="org.vsasim.SubscriberAccount1.UserAccounts">
            <annotation name="org.vsasim.Errors" value="Rejected"/>

            <!--
              UpdateAccount:
              @account: the app's account, which replaces the previous one

              Sets the app's account. account-type is free (the default) or paid. apple-subscription contains customer-id (s)
              and product-codes (as). account-provider-identifier is Rejected unless the app has access and that provider is
              signed in; the error is the same in both cases. is-from-current-device and device-category cannot be set by the
              app and have no effect. Strings are limited to 65536 bytes, lists to 256 entries.
            -->
            <method name="UpdateAccount">
              <arg name="account" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="update-url:s requires-system-trust:b account-provider-identifier:s identifier:s account-type:s is-signed-out:b subscription-billing-cycle-end-date:x tier-identifiers:as billing-identifier:s authentication-data:s apple-subscription:a{sv} is-from-current-device:b device-category:s"/>
              </arg>
              <annotation name="org.vsasim.Errors" value="Rejected"/>
            </method>

            <!--
              ListAccounts:
              @options: 0, or 1 for the accounts of all devices; the simulator has one device, so both return the same
              @accounts: the app's account, unless it is signed out

              Returns the app's account. is-from-current-device is always true, device-category is always other.
            -->
            <method name="ListAccounts">
              <arg name="options" type="u" direction="in"/>
              <arg name="accounts" type="aa{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="update-url:s requires-system-trust:b account-provider-identifier:s identifier:s account-type:s is-signed-out:b subscription-billing-cycle-end-date:x tier-identifiers:as billing-identifier:s authentication-data:s apple-subscription:a{sv} is-from-current-device:b device-category:s"/>
              </arg>
            </method>

            <!--
              SetCurrentSubscription:
              @subscription: the app's subscription; empty if it no longer has one

              Sets the app's subscription. access-level is free-with-account or paid; any other value fails with
              org.freedesktop.DBus.Error.InvalidArgs. Without expiration-date, the subscription does not expire. As on newer
              devices, the subscription is stored as the app's account, and ending it signs that account out.
            -->
            <method name="SetCurrentSubscription">
              <arg name="subscription" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="expiration-date:x access-level:s tier-identifiers:as billing-identifier:s"/>
              </arg>
            </method>

            <!--
              GetAutoSignInToken:
              @token: value is the token, absent if there is none; authorization is not-determined, granted or denied

              Returns the app's token for automatic sign-in and the user's decision.
            -->
            <method name="GetAutoSignInToken">
              <arg name="token" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="value:s authorization:s"/>
              </arg>
            </method>

            <!--
              RequestAutoSignInAuthorization:
              @token: the last element of the request's path, as for RequestAccess of org.vsasim.SubscriberAccount1
              @options: parent-window is the window of the app to show the prompt over, x11:… or wayland:…
              @request: the path of the request object

              Asks the user whether the app may sign them in automatically from now on, unless the user has already decided. The
              request completes with authorization and, if granted, with the update-context that UpdateAutoSignInToken takes. If
              the prompt is dismissed, the app may ask again. This authorization is independent of access to the TV provider
              account. Returns immediately, as RequestAccess does.
            -->
            <method name="RequestAutoSignInAuthorization">
              <arg name="token" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="parent-window:s error-info:b"/>
              </arg>
              <arg name="request" type="o" direction="out"/>
            </method>

            <!--
              UpdateAutoSignInToken:
              @token: the new token, which is opaque, does not expire, and must not be blank
              @context: the update-context of the app's last granted request for authorization

              Stores the app's token for automatic sign-in. Any other context is Rejected.
            -->
            <method name="UpdateAutoSignInToken">
              <arg name="token" type="s" direction="in"/>
              <arg name="context" type="s" direction="in"/>
              <annotation name="org.vsasim.Errors" value="Rejected"/>
            </method>

            <!--
              DeleteAutoSignInToken:

              Deletes the token and the user's decision.
            -->
            <method name="DeleteAutoSignInToken"/>
          </interface>
        </node>
        """#
}
