// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Agent.xml`
    static let agent = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Agent:
            @short_description: what asks the person; implemented by agents and called by the device

            An agent has one prompt at a time: the next one comes after its reply, or after Cancel. The device waits for the reply
            without a time limit. A reply that is an error, that has other types, or that says what the prompt does not allow, sends the
            prompt to the next agent.

            Keys that a prompt has nothing for are absent. request is the path of the request that the prompt belongs to;
            application-name is what to call the app; parent-window is a window of the app, x11:… or wayland:…, over which the prompt
            belongs.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Agent">
            <!--
              RequestAccess:
              @application_id: the app that asks
              @details: usage-description is the app's own text; provider-name is where somebody is signed in
              @outcome: granted, denied, or dismiss when the person decides nothing

              May the app know the account?
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
              @details: featured are the identifiers of the featured rows in the app's order; other whether the row "Other TV Provider"
                        belongs at the end; region the device's; video-title what the person is about to watch; message why the
                        question is put again
              @providers: the rows in the order in which they are shown: featured on top; supported when the platform can sign in there;
                          application-provider for a row of the app's own; developer for one of the developer settings
              @outcome: provider, other or cancel
              @provider: the provider-identifier of the row chosen; empty with the other outcomes

              Which TV provider does the person have?
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
              @details: username is filled in already; attempt counts from 1; error-field is username, password or empty, and
                        error-message says what was wrong there with the attempt before
              @answer: username and password, or cancel

              Who is the person at the provider?
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
              @application_id: the app that asks
              @details: what to call it
              @outcome: granted, denied, or dismiss when the person decides nothing

              May the app sign the person in by itself from now on?
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

              The prompt is withdrawn: the app cancelled or left, or it was decided elsewhere. Its call needs no reply any more; the
              next prompt may follow at once. Without an open prompt it means nothing.
            -->
            <method name="Cancel"/>

            <!--
              Release:

              The device does not need the agent any more. To the graphical agent: no request that it was asked for is left, it may
              leave. To a registered agent: the device is leaving the bus, the registration has ended.
            -->
            <method name="Release"/>
          </interface>
        </node>
        """#
}
