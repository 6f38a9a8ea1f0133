// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Request.xml`
    static let request = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Request:
            @short_description: a request in progress, which may wait for the user

            Exported at /org/vsasim/SubscriberAccount1/request/SENDER/TOKEN, where SENDER is the caller's unique name without
            its colon and with _ for each dot, and TOKEN is the token chosen by the caller. Subscribe to the signals before
            making the call that creates the request: they are sent only to the caller, and may follow the reply immediately.

            The signals are emitted in this order: Present before the first window and Dismiss after the last one, with
            ProviderSelected in between, then exactly one of Completed and Failed, after which the object no longer exists. The
            access prompt causes neither Present nor Dismiss. When a caller leaves the bus, its requests are cancelled. Only the
            caller that made the request may call the methods; any other caller gets org.freedesktop.DBus.Error.AccessDenied.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Request">
            <!--
              Cancel:

              Cancels the request, whatever it is waiting for: it fails with UserCancelled. If the request is finished, the call
              fails with org.freedesktop.DBus.Error.UnknownObject.
            -->
            <method name="Cancel"/>

            <!--
              Confirm:
              @allow: whether the user may sign in to the provider; if false, the request fails with UnsupportedProvider

              Responds to ProviderSelected. Has no effect at any other time.
            -->
            <method name="Confirm">
              <arg name="allow" type="b" direction="in"/>
            </method>

            <!--
              Present:
              @dialog: the window that is about to be shown: kind is picker or sign-in, title is a title for it, provider is the
                platform identifier of the provider if the window begins with a sign-in form

              Emitted before a window is shown.
            -->
            <signal name="Present">
              <arg name="dialog" type="a{sv}">
                <annotation name="org.vsasim.Keys" value="kind:s title:s provider:s"/>
              </arg>
            </signal>

            <!--
              Dismiss:

              Emitted when the window has closed.
            -->
            <signal name="Dismiss"/>

            <!--
              ProviderSelected:
              @provider: the platform identifier of the provider

              Emitted when the user has chosen a provider that the platform can sign in to, or when the request allows no other
              provider. The request then waits for Confirm. Emitted only with confirm-provider.
            -->
            <signal name="ProviderSelected">
              <arg name="provider" type="s"/>
            </signal>

            <!--
              Completed:
              @metadata: RequestAccess: access-status; RequestMetadata: the metadata, as returned by QueryMetadata;
                RequestAutoSignInAuthorization: authorization (not-determined, denied, granted) and update-context, which is
                needed to store a token; it is empty unless granted

              Emitted when the request has completed.
            -->
            <signal name="Completed">
              <arg name="metadata" type="a{sv}">
                <annotation name="org.vsasim.Keys"
                            value="account-provider-identifier:s authentication-expiration-date:x saml-attribute-query-response:s verification-data:ay account-provider-response:a{sv} access-status:s authorization:s update-context:s"/>
              </arg>
            </signal>

            <!--
              Failed:
              @error_name: the full name of the error
              @message: one sentence for the developer
              @info: as in the error replies of org.vsasim.SubscriberAccount1

              Emitted when the request has failed.
            -->
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
        """#
}
