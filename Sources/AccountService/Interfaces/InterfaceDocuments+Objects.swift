// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.Objects.xml`
    static let objects = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.Application:
            @short_description: one app that the device knows

            At …/application/ID below /org/vsasim/SubscriberAccount1, where ID is the identifier with every byte but A-Z a-z 0-9 written
            as _ and two hexadecimal digits. Found through org.freedesktop.DBus.ObjectManager at /org/vsasim/SubscriberAccount1, by
            callers who may use Control; for others none of these objects exists.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Application">
            <!-- ApplicationId: the app's identifier -->
            <property name="ApplicationId" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- AccessStatus: not-determined, restricted, denied or granted -->
            <property name="AccessStatus" type="s" access="read"/>
            <!-- IdentifiedBy: flatpak, systemd-scope, registered, executable, or empty when the app has never called -->
            <property name="IdentifiedBy" type="s" access="read"/>
            <!-- UsageDescription: the text of the permission question, or empty -->
            <property name="UsageDescription" type="s" access="read"/>
          </interface>

          <!--
            org.vsasim.SubscriberAccount1.Provider:
            @short_description: one TV provider of the device's world

            At …/provider/ID, written as for apps.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Provider">
            <!-- ProviderIdentifier: the provider's identifier -->
            <property name="ProviderIdentifier" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- Name: the name that people read -->
            <property name="Name" type="s" access="read"/>
            <!-- Mvpd: the service's identifier of the same provider -->
            <property name="Mvpd" type="s" access="read"/>
            <!-- BoardingStatus: SUPPORTED, PICKER or none -->
            <property name="BoardingStatus" type="s" access="read"/>
            <!-- LineUp: whether the device's picker has it in its region -->
            <property name="LineUp" type="b" access="read"/>
          </interface>

          <!--
            org.vsasim.SubscriberAccount1.Account:
            @short_description: the account

            At …/account/0 while somebody is signed in, or while the device remembers a provider that the platform cannot sign in to.
          -->
          <interface name="org.vsasim.SubscriberAccount1.Account">
            <!-- ProviderIdentifier: where the person is signed in -->
            <property name="ProviderIdentifier" type="s" access="read"/>
            <!-- Subscriber: the name with which the person signed in; empty when the provider is only remembered -->
            <property name="Subscriber" type="s" access="read"/>
            <!-- SignedInAt: Unix seconds -->
            <property name="SignedInAt" type="x" access="read"/>
            <!-- AuthenticationExpirationDate: the end of the authentication, Unix seconds, perhaps past -->
            <property name="AuthenticationExpirationDate" type="x" access="read"/>
          </interface>

          <!--
            org.vsasim.SubscriberAccount1.RegisteredAgent:
            @short_description: one agent that answers prompts

            At …/agent/ID, where ID is made of its bus name and path. The graphical agent, which the bus starts, has none.
          -->
          <interface name="org.vsasim.SubscriberAccount1.RegisteredAgent">
            <!-- Name: what people call it -->
            <property name="Name" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- Sender: the unique bus name of the connection that registered it -->
            <property name="Sender" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- Path: its object at that connection -->
            <property name="Path" type="o" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <!-- ProcessId: the process behind it, 0 when the bus does not tell -->
            <property name="ProcessId" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
          </interface>
        </node>
        """#
}
