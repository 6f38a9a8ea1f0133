// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.UserAccounts.xml`
    static let userAccounts = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.UserAccounts:
            @short_description: what an app tells the device about its own account, and its automatic sign-in

            Lives at /org/vsasim/SubscriberAccount1. It keeps what VSUserAccountManager and VSSubscriptionRegistrationCenter keep on
            Apple's devices: for each app its own, never shown to another one, kept until the device is reset. Nothing here reads or
            changes the TV provider account, except that account-provider-identifier has to name the provider that is signed in.
          -->
          <interface name="org.vsasim.SubscriberAccount1.UserAccounts">
            <annotation name="org.vsasim.Errors" value="Rejected"/>

            <!--
              UpdateAccount:
              @account: the app's account, in place of the one before

              account-type is free (the default) or paid. apple-subscription has customer-id (s) and product-codes (as).
              account-provider-identifier is Rejected unless the app has access and that provider is signed in; the error is the same
              whichever is missing. is-from-current-device and device-category are not the app's to say and have no effect. Texts have
              at most 65536 bytes, lists at most 256 entries.
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
              @options: 0, or 1 for the accounts of all devices; the simulator has one device, so that both answer the same
              @accounts: the app's account, unless it is signed out

              is-from-current-device is always true, device-category always other.
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
              @subscription: the app's subscription; empty: it has none any more

              access-level is free-with-account or paid; anything else is org.freedesktop.DBus.Error.InvalidArgs. Without
              expiration-date the subscription has no end. As on newer devices it is kept as the app's account, and ending it signs that
              account out.
            -->
            <method name="SetCurrentSubscription">
              <arg name="subscription" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="expiration-date:x access-level:s tier-identifiers:as billing-identifier:s"/>
              </arg>
            </method>

            <!--
              GetAutoSignInToken:
              @token: value, unless there is none, and authorization: not-determined, granted or denied
            -->
            <method name="GetAutoSignInToken">
              <arg name="token" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="value:s authorization:s"/>
              </arg>
            </method>

            <!--
              RequestAutoSignInAuthorization:
              @token: the last element of the request's path, as for RequestAccess of org.vsasim.SubscriberAccount1
              @options: parent-window, a window of the app over which the question belongs, x11:… or wayland:…
              @request: the path of the request object

              Asks the person whether the app may sign them in by itself from now on, unless that is decided. The request completes with
              authorization and, when it is granted, with the update-context that UpdateAutoSignInToken takes. An offer that is
              dismissed may be made again. Access to the TV provider account has nothing to do with it. Returns at once, as
              RequestAccess does.
            -->
            <method name="RequestAutoSignInAuthorization">
              <arg name="token" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="parent-window:s"/>
              </arg>
              <arg name="request" type="o" direction="out"/>
            </method>

            <!--
              UpdateAutoSignInToken:
              @token: the new token: opaque, without an end, not blank
              @context: the update-context of the app's last granted request for authorization

              Any other context is Rejected.
            -->
            <method name="UpdateAutoSignInToken">
              <arg name="token" type="s" direction="in"/>
              <arg name="context" type="s" direction="in"/>
              <annotation name="org.vsasim.Errors" value="Rejected"/>
            </method>

            <!--
              DeleteAutoSignInToken:

              Forgets the token and the person's decision.
            -->
            <method name="DeleteAutoSignInToken"/>
          </interface>
        </node>
        """#
}
