// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Objects.xml`
    static let objects = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Application:
            @short_description: an app that the device knows

            Exported at …/application/ID below /org/vsasim/SubscriberAccount1, where ID is the identifier with every byte except
            A-Z a-z 0-9 written as _ and two hexadecimal digits. These objects are found through
            org.freedesktop.DBus.ObjectManager at /org/vsasim/SubscriberAccount1 and are visible only to callers that may use
            Control.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Application">
            <!-- ApplicationId: The app's identifier. -->
            <property name="ApplicationId" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- AccessStatus: The app's access: not-determined, restricted, denied or granted. -->
            <property name="AccessStatus" type="s" access="read"/>
            <!-- IdentifiedBy: How the app was identified: flatpak, systemd-scope, registered, executable, or empty if the app has never made a call. -->
            <property name="IdentifiedBy" type="s" access="read"/>
            <!-- UsageDescription: The text of the access prompt, or empty. -->
            <property name="UsageDescription" type="s" access="read"/>
          </interface>

          <!--
            org.vsasim.SubscriberAccount1.Provider:
            @short_description: a TV provider of the device's world

            Exported at …/provider/ID, where ID is written as for apps.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Provider">
            <!-- ProviderIdentifier: The provider's identifier. -->
            <property name="ProviderIdentifier" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- Name: The display name. -->
            <property name="Name" type="s" access="read"/>
            <!-- Mvpd: The service's identifier for the same provider. -->
            <property name="Mvpd" type="s" access="read"/>
            <!-- BoardingStatus: The boarding status: SUPPORTED, PICKER or none. -->
            <property name="BoardingStatus" type="s" access="read"/>
            <!-- LineUp: Whether the device's picker lists the provider in the device's region. -->
            <property name="LineUp" type="b" access="read"/>
          </interface>

          <!--
            org.vsasim.SubscriberAccount1.Account:
            @short_description: the account

            Exported at …/account/0 while an account is signed in, or while the device remembers a provider that the platform
            cannot sign in to.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Account">
            <!-- ProviderIdentifier: The identifier of the account's provider. -->
            <property name="ProviderIdentifier" type="s" access="read"/>
            <!-- Subscriber: The user name that the user signed in with; empty if the provider is only remembered. -->
            <property name="Subscriber" type="s" access="read"/>
            <!-- SignedInAt: The time of the sign-in, in Unix seconds. -->
            <property name="SignedInAt" type="x" access="read"/>
            <!-- AuthenticationExpirationDate: The time when the authentication expires, in Unix seconds; it can be in the past. -->
            <property name="AuthenticationExpirationDate" type="x" access="read"/>
          </interface>

          <!--
            org.vsasim.SubscriberAccount1.RegisteredAgent:
            @short_description: an agent that answers prompts

            Exported at …/agent/ID, where ID is derived from the agent's bus name and path. The graphical agent, which the bus
            starts, has no such object.
          -->
          <interface name="org.vsasim.SubscriberAccount1.RegisteredAgent">
            <!-- Name: The display name of the agent. -->
            <property name="Name" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- Sender: The unique bus name of the connection that registered the agent. -->
            <property name="Sender" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- Path: The path of the agent's object on that connection. -->
            <property name="Path" type="o" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- ProcessId: The process ID of the agent, or 0 if the bus does not provide it. -->
            <property name="ProcessId" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
          </interface>
        </node>
        """#
}
