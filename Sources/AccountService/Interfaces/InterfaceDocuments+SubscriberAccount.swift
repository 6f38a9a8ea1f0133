// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.xml`
    static let subscriberAccount = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1:
            @short_description: the device's TV provider account, for apps

            Exported at /org/vsasim/SubscriberAccount1. Gives the answers that the VideoSubscriberAccount framework gives on
            Apple's devices. Every caller is treated as an app. Its identity is the first of the following that applies: the app
            named by the Flatpak metadata in the caller's sandbox; the app whose systemd unit the caller runs in (as desktops
            and snapd name units; the daemon's own unit does not count); the app that the caller named with Register; the base
            name of the caller's executable.

            Dictionaries (a{sv}) have kebab-case keys. Unknown keys are ignored; a known key with a value of the wrong type
            causes org.freedesktop.DBus.Error.InvalidArgs. Times are in Unix seconds (x). Each string in a request is limited to
            4096 bytes (except verification-token); a call with more than 64 KiB of arguments fails with
            org.freedesktop.DBus.Error.LimitsExceeded. The annotation org.vsasim.Keys lists the keys of a dictionary as
            KEY:TYPE. The annotation org.vsasim.Errors lists the errors of a member, each as the last part of a name that begins
            with org.vsasim.SubscriberAccount1.Error. The annotation org.vsasim.ErrorInfo lists the keys that an error's info
            can contain.

            By default, the body of these errors is (s message), the only form that clients based on GLib can read. To get more
            information, a caller sets error-info to true: in the info of Register for all calls on its connection, or in the
            options or request of a single call, which takes precedence. The body is then (s message, a{sv} info). Clients
            should treat an unknown error name as a failure, an unknown status as "not granted", and an unknown key as absent.
          -->
          <interface name="org.vsasim.SubscriberAccount1">
            <annotation name="org.vsasim.Errors"
                        value="AccessNotGranted UnsupportedProvider UserCancelled ServiceTemporarilyUnavailable ProviderRejected InvalidVerificationToken Rejected Unsupported NotPermitted AlreadyRegistered"/>
            <annotation name="org.vsasim.ErrorInfo"
                        value="unsupported-provider-identifier:s saml-response:s saml-response-status:s account-provider-response:a{sv} access-status:s underlying-code:i"/>

            <!--
              Register:
              @application_id: the app's identifier, 1 to 255 characters of A-Z a-z 0-9 . _ - in dot-separated parts
              @info: usage-description is the text of the access prompt, at most 2048 bytes; error-info is whether the errors of
                calls on this connection include an info dictionary

              Declares which app the caller is. Call it once per connection, immediately after connecting and before any other
              call; without it, the caller is identified by the base name of its executable. A caller that the system itself can
              identify (Flatpak, a systemd unit) cannot claim a different identifier (NotPermitted). A program started in a
              development environment can be given a unit of its own with systemd-run (options user and scope). A second call on
              the same connection fails with AlreadyRegistered.
            -->
            <method name="Register">
              <arg name="application_id" type="s" direction="in"/>
              <arg name="info" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="usage-description:s error-info:b correlation-id:s"/>
              </arg>
              <annotation name="org.vsasim.Errors" value="NotPermitted AlreadyRegistered"/>
            </method>

            <!--
              CheckAccessStatus:
              @options: error-info is as for Register
              @status: not-determined, restricted, denied or granted

              Returns whether the app may read the account. Replies immediately and never prompts the user. If the device pairs
              a status with an error other than "access not granted", the call fails with that error, and its info contains
              access-status. This is the case in a region without TV providers while access is not determined: the call fails
              with Unsupported.
            -->
            <method name="CheckAccessStatus">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="error-info:b correlation-id:s"/>
              </arg>
              <arg name="status" type="s" direction="out"/>
              <annotation name="org.vsasim.Errors" value="Unsupported"/>
            </method>

            <!--
              QueryMetadata:
              @request: the requested information, see below
              @metadata: the information that was requested and is available

              Returns metadata of the account without ever prompting the user. An empty dictionary means that the app has access
              but no account is signed in.

              If neither attribute-names nor force-authentication is set, the device answers from the stored account, even if
              its authentication has expired; compare authentication-expiration-date with the current time. If either is set,
              the provider answers.

              Request: channel-identifier identifies the requesting channel to the provider;
              supported-account-provider-identifiers lists the providers that the app supports (empty: all); verification-token
              is the service's signed SAML AuthnRequest in Base64, which the SAML response then answers; attribute-names lists
              the requested attributes; supported-authentication-schemes lists SAML (the default) and API in order of
              preference; application-account-providers contains (identifier, name) rows of the app's own, which count as
              supported. localized-video-title is accepted only in requests that may interrupt the user. confirm-provider,
              parent-window and featured-account-provider-identifiers have no effect here. error-info is as for Register.

              Metadata: verification-data is part of every reply that has an account. account-provider-response contains
              authentication-scheme, status and body; with the SAML scheme, its body is also returned as
              saml-attribute-query-response, the signed response as XML.

              Errors: AccessNotGranted (info: access-status, underlying-code), UnsupportedProvider (info:
              unsupported-provider-identifier if the error concerns a specific provider), ProviderRejected (info:
              account-provider-response and, with the SAML scheme, saml-response and saml-response-status, the innermost status
              code), ServiceTemporarilyUnavailable, InvalidVerificationToken, Rejected, Unsupported.
            -->
            <method name="QueryMetadata">
              <arg name="request" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="channel-identifier:s supported-account-provider-identifiers:as featured-account-provider-identifiers:as verification-token:s include-account-provider-identifier:b include-authentication-expiration-date:b localized-video-title:s force-authentication:b attribute-names:as supported-authentication-schemes:as account-provider-authentication-token:s application-account-providers:a(ss) confirm-provider:b parent-window:s error-info:b correlation-id:s"/>
              </arg>
              <arg name="metadata" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys"
                            value="account-provider-identifier:s authentication-expiration-date:x saml-attribute-query-response:s verification-data:ay account-provider-response:a{sv}"/>
              </arg>
              <annotation name="org.vsasim.Errors"
                          value="AccessNotGranted UnsupportedProvider ServiceTemporarilyUnavailable ProviderRejected InvalidVerificationToken Rejected Unsupported"/>
            </method>

            <!--
              RequestAccess:
              @token: the last element of the request's path, 1 to 255 characters of A-Z a-z 0-9 _
              @options: parent-window is the window of the app to show the prompt over, x11:… or wayland:…
              @request: the path of the request object

              Prompts the user for access if it is not determined yet, and stores the decision. The request completes with
              access-status, which can also be denied or restricted. If the prompt is closed without a decision, the request
              fails with UserCancelled and access remains not determined. An app without a usage description gets
              AccessNotGranted with the underlying code -13.

              Returns immediately, so that no D-Bus timeout applies; the result is delivered as a signal of
              org.vsasim.SubscriberAccount1.Request. A token whose request is not finished fails with
              org.freedesktop.DBus.Error.ObjectPathInUse; if 64 requests of the app are waiting, a further request fails with
              org.freedesktop.DBus.Error.LimitsExceeded. The requests of an app are processed one after the other.
            -->
            <method name="RequestAccess">
              <arg name="token" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="parent-window:s error-info:b correlation-id:s"/>
              </arg>
              <arg name="request" type="o" direction="out"/>
            </method>

            <!--
              RequestMetadata:
              @token: as for RequestAccess
              @request: the requested information, as for QueryMetadata
              @object: the path of the request object

              Requests the same metadata as QueryMetadata, but may prompt the user to grant access, to choose a provider, and to
              sign in. Returns immediately, as RequestAccess does. The providers in supported-account-provider-identifiers are
              listed in the given order (if absent, all providers by name), after those in
              featured-account-provider-identifiers, also in the given order. With confirm-provider, the app is asked to confirm
              the provider before the user signs in (ProviderSelected). localized-video-title is shown to the user, and
              parent-window is the window to show the dialog over. account-provider-authentication-token signs the user in
              without a prompt; only the provider's own app may use it.
            -->
            <method name="RequestMetadata">
              <arg name="token" type="s" direction="in"/>
              <arg name="request" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="channel-identifier:s supported-account-provider-identifiers:as featured-account-provider-identifiers:as verification-token:s include-account-provider-identifier:b include-authentication-expiration-date:b localized-video-title:s force-authentication:b attribute-names:as supported-authentication-schemes:as account-provider-authentication-token:s application-account-providers:a(ss) confirm-provider:b parent-window:s error-info:b correlation-id:s"/>
              </arg>
              <arg name="object" type="o" direction="out"/>
            </method>

            <!--
              AccountChanged:

              Emitted when the user signs in or out, or when the authentication ends. Carries no data, so that an app without
              access learns nothing from it; call QueryMetadata to get the new state.
            -->
            <signal name="AccountChanged"/>

            <!--
              AccessStatusChanged:
              @status: the new status, as returned by CheckAccessStatus

              Emitted when the app's access changes. Sent only to connections of that app.
            -->
            <signal name="AccessStatusChanged">
              <arg name="status" type="s"/>
            </signal>

            <!--
              Version:

              The version of this interface. It increases when members are added; members are never removed under this name.
            -->
            <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>

            <!--
              Region:

              The device's region, an ISO 3166-1 alpha-2 code.
            -->
            <property name="Region" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>
          </interface>
        </node>
        """#
}
