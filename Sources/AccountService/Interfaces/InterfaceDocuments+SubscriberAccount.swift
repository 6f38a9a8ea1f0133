// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.xml`
    static let subscriberAccount = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1:
            @short_description: the TV provider account of the device, for apps

            Lives at /org/vsasim/SubscriberAccount1. It answers what the VideoSubscriberAccount framework answers on Apple's devices.
            Every caller is an app: the one that Flatpak's metadata in its sandbox names, else the one whose systemd unit it runs in (as
            desktops and snapd name units; the daemon's own unit does not count), else the one that it named with Register, else the base
            name of its executable.

            Dictionaries (a{sv}) have kebab-case keys. Unknown keys are ignored; a known key with a value of another type is
            org.freedesktop.DBus.Error.InvalidArgs. Times are Unix seconds (x). Single texts of a request have at most 4096 bytes
            (verification-token aside); a call with more than 4 MiB of arguments is org.freedesktop.DBus.Error.LimitsExceeded. The
            annotation org.vsasim.Keys lists the keys of a dictionary as KEY:TYPE, org.vsasim.Errors the errors of a member, as the
            last part of names that begin with org.vsasim.SubscriberAccount1.Error; org.vsasim.ErrorInfo lists the keys that an
            error's info can have.

            The body of these errors is (s message, a{sv} info). Clients that meet an error name, a status or a key that they do not
            know treat it as a failure, as "not granted", and as absent.
          -->
          <interface name="org.vsasim.SubscriberAccount1">
            <annotation name="org.vsasim.Errors"
                        value="AccessNotGranted UnsupportedProvider UserCancelled ServiceTemporarilyUnavailable ProviderRejected InvalidVerificationToken Rejected Unsupported NotPermitted AlreadyRegistered"/>
            <annotation name="org.vsasim.ErrorInfo"
                        value="unsupported-provider-identifier:s saml-response:s saml-response-status:s account-provider-response:a{sv} access-status:s underlying-code:i"/>

            <!--
              Register:
              @application_id: the app's identifier, 1 to 255 characters of A-Z a-z 0-9 . _ - in dot-separated parts
              @info: usage-description, the text of the permission question, at most 2048 bytes

              Says which app the caller is, once per connection and before anything else. Call it right after connecting; without it
              the caller is the base name of its executable. A caller that the system itself can identify (Flatpak, a systemd
              unit) cannot claim another identifier (NotPermitted); a program started in a development environment can be given a unit of
              its own with systemd-run (options user and scope). A second call on the same connection is AlreadyRegistered.
            -->
            <method name="Register">
              <arg name="application_id" type="s" direction="in"/>
              <arg name="info" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="usage-description:s correlation-id:s"/>
              </arg>
              <annotation name="org.vsasim.Errors" value="NotPermitted AlreadyRegistered"/>
            </method>

            <!--
              CheckAccessStatus:
              @options: no keys yet
              @status: not-determined, restricted, denied or granted

              Tells whether the app may read the account. Answers at once and never asks the person. Where the device pairs a status
              with another error than "access not granted", the call fails with that error, and its info has access-status: a region
              without TV providers, as long as nothing is decided, is Unsupported.
            -->
            <method name="CheckAccessStatus">
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="correlation-id:s"/>
              </arg>
              <arg name="status" type="s" direction="out"/>
              <annotation name="org.vsasim.Errors" value="Unsupported"/>
            </method>

            <!--
              QueryMetadata:
              @request: what the app wants to know, see below
              @metadata: what the device tells; only what was asked for and is known

              Asks for metadata of the account without ever interrupting the person. An empty dictionary means that the app has
              access and nobody is signed in.

              Without attribute-names and force-authentication the device answers from the stored account, even when its authentication
              has ended: compare authentication-expiration-date with the present. With either of them the provider answers.

              Request: channel-identifier names the requesting channel to the provider; supported-account-provider-identifiers are the
              providers that the app can use (empty: all); verification-token is the Base64 text of the service's signed SAML
              AuthnRequest, to which the SAML response then is the answer; attribute-names are the attributes wanted;
              supported-authentication-schemes are SAML (the default) and API, best first; application-account-providers are (identifier,
              name) rows of the app's own, which count as supported. localized-video-title is accepted only by requests that may
              interrupt. confirm-provider, parent-window and featured-account-provider-identifiers have no effect here.

              Metadata: verification-data comes with every answer that has an account. account-provider-response has
              authentication-scheme, status and body; with the scheme SAML its body is also saml-attribute-query-response, the signed
              response as XML.

              Errors: AccessNotGranted (info access-status, underlying-code), UnsupportedProvider (info
              unsupported-provider-identifier when a certain provider is meant), ProviderRejected (info account-provider-response and,
              with the scheme SAML, saml-response and saml-response-status, the innermost status code), InvalidVerificationToken,
              Rejected, Unsupported.
            -->
            <method name="QueryMetadata">
              <arg name="request" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="channel-identifier:s supported-account-provider-identifiers:as featured-account-provider-identifiers:as verification-token:s include-account-provider-identifier:b include-authentication-expiration-date:b localized-video-title:s force-authentication:b attribute-names:as supported-authentication-schemes:as account-provider-authentication-token:s application-account-providers:a(ss) confirm-provider:b parent-window:s correlation-id:s"/>
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
              @options: parent-window, a window of the app over which the question belongs, x11:… or wayland:…
              @request: the path of the request object

              Asks the person for access when nothing is decided, and remembers the answer. The request completes with access-status,
              denied and restricted included; a question that goes away without an answer fails with UserCancelled and leaves the
              access undecided. An app without a usage description gets AccessNotGranted with the underlying code -13.

              Returns at once, so that no time limit of the bus applies; the outcome comes as a signal of
              org.vsasim.SubscriberAccount1.Request. A token whose request is not finished is
              org.freedesktop.DBus.Error.ObjectPathInUse; when 64 requests of the app wait, another one is
              org.freedesktop.DBus.Error.LimitsExceeded. The requests of an app are worked on one after the other.
            -->
            <method name="RequestAccess">
              <arg name="token" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="parent-window:s correlation-id:s"/>
              </arg>
              <arg name="request" type="o" direction="out"/>
            </method>

            <!--
              RequestMetadata:
              @token: as for RequestAccess
              @request: what the app wants to know, as for QueryMetadata
              @object: the path of the request object

              The same as QueryMetadata, but the person may be asked: for access, for the provider, to sign in. Returns at once, as
              RequestAccess does. featured-account-provider-identifiers are on top of the list of providers, in this order; with
              confirm-provider the app is asked before the person signs in (ProviderSelected); localized-video-title is shown, and
              parent-window is the window over which the dialog belongs. account-provider-authentication-token signs in without a
              question, from the provider's own app only.
            -->
            <method name="RequestMetadata">
              <arg name="token" type="s" direction="in"/>
              <arg name="request" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="channel-identifier:s supported-account-provider-identifiers:as featured-account-provider-identifiers:as verification-token:s include-account-provider-identifier:b include-authentication-expiration-date:b localized-video-title:s force-authentication:b attribute-names:as supported-authentication-schemes:as account-provider-authentication-token:s application-account-providers:a(ss) confirm-provider:b parent-window:s correlation-id:s"/>
              </arg>
              <arg name="object" type="o" direction="out"/>
            </method>

            <!--
              AccountChanged:

              Somebody signed in or out, or the authentication was ended. Without content, so that an app without access learns
              nothing from it; ask again with QueryMetadata.
            -->
            <signal name="AccountChanged"/>

            <!--
              AccessStatusChanged:
              @status: the new status, as CheckAccessStatus gives it

              The app's access changed. Sent only to connections of that app.
            -->
            <signal name="AccessStatusChanged">
              <arg name="status" type="s"/>
            </signal>

            <!--
              Version:

              The version of this interface. It grows when members are added; nothing is taken away under this name.
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
