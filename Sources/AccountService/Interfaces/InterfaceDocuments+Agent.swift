// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Agent.xml`
    static let agent = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Agent:
            @short_description: prompts for the user, implemented by agents and called by the device

            An agent gets one prompt at a time: the next one is sent after its reply, or after Cancel. The device waits for the
            reply without a timeout. If the reply is an error, has the wrong types, or contains a value that the prompt does not
            allow, the prompt is passed to the next agent.

            Keys without a value for a prompt are absent. request is the path of the request that the prompt belongs to;
            application-name is the display name of the app; parent-window is the window of the app to show the prompt over,
            x11:… or wayland:….
          -->
          <interface name="org.vsasim.SubscriberAccount1.Agent">
            <!--
              RequestAccess:
              @application_id: the requesting app
              @details: usage-description is the app's own text; provider-name is the provider that the user is signed in to
              @outcome: granted, denied, or dismiss if the user makes no decision

              Asks the user whether the app may access the account.
            -->
            <method name="RequestAccess">
              <arg name="application_id" type="s" direction="in"/>
              <arg name="details" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="request:o application-name:s usage-description:s provider-name:s parent-window:s"/>
              </arg>
              <arg name="outcome" type="s" direction="out"/>
            </method>

            <!--
              ChooseProvider:
              @details: featured lists the identifiers of the featured rows in the app's order; other is whether to show the row
                "Other TV Provider" at the end; region is the device's region; video-title is the title that the user is about
                to watch; message is the reason for asking again
              @providers: the rows in display order: the featured ones first, then those that the app's request names, in its
                order, or all by name; supported is true if the platform can sign in to the provider; application-provider is
                true for a row of the app's own; developer is true for a provider of the developer settings
              @outcome: provider, other or cancel
              @provider: the provider-identifier of the chosen row; empty for the other outcomes

              Asks the user to choose a TV provider.
            -->
            <method name="ChooseProvider">
              <arg name="details" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="request:o application-id:s application-name:s video-title:s featured:as other:b region:s message:s parent-window:s"/>
              </arg>
              <arg name="providers" type="aa{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="provider-identifier:s name:s logo:s featured:b supported:b application-provider:b developer:b"/>
              </arg>
              <arg name="outcome" type="s" direction="out"/>
              <arg name="provider" type="s" direction="out"/>
            </method>

            <!--
              SignIn:
              @provider: the provider's identifier
              @details: username is the user name to fill in; attempt counts from 1; error-field is username, password or empty,
                and error-message describes what was wrong with that field in the previous attempt
              @answer: username and password, or cancel

              Asks the user to sign in to the provider.
            -->
            <method name="SignIn">
              <arg name="provider" type="s" direction="in"/>
              <arg name="details" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys"
                            value="request:o application-id:s application-name:s provider-name:s username:s video-title:s attempt:u error-field:s error-message:s parent-window:s"/>
              </arg>
              <arg name="answer" type="a{sv}" direction="out">
                <annotation name="org.vsasim.Keys" value="username:s password:s cancel:b"/>
              </arg>
            </method>

            <!--
              AuthorizeAutoSignIn:
              @application_id: the requesting app
              @details: application-name is the display name of the app
              @outcome: granted, denied, or dismiss if the user makes no decision

              Asks the user whether the app may sign them in automatically from now on.
            -->
            <method name="AuthorizeAutoSignIn">
              <arg name="application_id" type="s" direction="in"/>
              <arg name="details" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="request:o application-name:s parent-window:s"/>
              </arg>
              <arg name="outcome" type="s" direction="out"/>
            </method>

            <!--
              Cancel:

              Withdraws the prompt because the app cancelled its request or left the bus, or because the prompt was answered
              elsewhere. The agent no longer needs to reply to the prompt; the next prompt may follow immediately. Has no effect
              if no prompt is open.
            -->
            <method name="Cancel"/>

            <!--
              Release:

              Notifies the agent that the device no longer needs it. The graphical agent gets it when all requests that needed
              the agent have ended, and may exit. A registered agent gets it when the device leaves the bus; the registration
              has then ended.
            -->
            <method name="Release"/>
          </interface>
        </node>
        """#
}
