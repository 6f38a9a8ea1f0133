// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Request.xml`
    static let request = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Request:
            @short_description: a request that may wait for the person, as long as it is not finished

            At /org/vsasim/SubscriberAccount1/request/SENDER/TOKEN, where SENDER is the caller's unique name without its colon and with _
            for each dot, and TOKEN the caller's own. Subscribe to the signals before the call that makes the request: they go to the
            caller only, and may follow the reply at once.

            The signals come in this order: Present before the first window and Dismiss after the last, ProviderSelected in between,
            then exactly one of Completed and Failed, after which the object is gone. The permission question has no Present and no Dismiss.
            A caller that leaves the bus cancels its requests. Methods called by anybody but the caller that made the request are
            org.freedesktop.DBus.Error.AccessDenied.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Request">
            <!--
              Cancel:

              Ends the request, whatever it waits for: it fails with UserCancelled. A finished request is
              org.freedesktop.DBus.Error.UnknownObject.
            -->
            <method name="Cancel"/>

            <!--
              Confirm:
              @allow: whether the person may sign in at the provider; otherwise the request fails with UnsupportedProvider

              Answers ProviderSelected. Has no effect at any other time.
            -->
            <method name="Confirm">
              <arg name="allow" type="b" direction="in"/>
            </method>

            <!--
              Present:
              @dialog: the window that is about to be shown: kind is picker or sign-in, title a text for it, provider the platform
                       identifier of the provider when it begins with a sign-in form
            -->
            <signal name="Present">
              <arg name="dialog" type="a{sv}">
                <annotation name="org.vsasim.Keys" value="kind:s title:s provider:s"/>
              </arg>
            </signal>

            <!--
              Dismiss:

              The window has gone.
            -->
            <signal name="Dismiss"/>

            <!--
              ProviderSelected:
              @provider: the platform identifier of the provider

              The person chose a provider that the platform can sign in to, or the request leaves no other. The request waits for
              Confirm. Only with confirm-provider.
            -->
            <signal name="ProviderSelected">
              <arg name="provider" type="s"/>
            </signal>

            <!--
              Completed:
              @metadata: RequestAccess: access-status; RequestMetadata: the metadata, as QueryMetadata gives it;
                         RequestAutoSignInAuthorization: authorization (not-determined, denied, granted) and update-context, with which
                         a token can be stored; it is empty unless granted
            -->
            <signal name="Completed">
              <arg name="metadata" type="a{sv}">
                <annotation name="org.vsasim.Keys"
                            value="account-provider-identifier:s authentication-expiration-date:x saml-attribute-query-response:s verification-data:ay account-provider-response:a{sv} access-status:s authorization:s update-context:s"/>
              </arg>
            </signal>

            <!--
              Failed:
              @error_name: the whole name of the error
              @message: one sentence for the developer
              @info: as in the error replies of org.vsasim.SubscriberAccount1
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
