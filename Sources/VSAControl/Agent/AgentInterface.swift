import DBus

/// The interface of an agent on the bus: `dbus/interfaces/org.vsasim.SubscriberAccount1.Agent.xml` without the documentation.
enum AgentInterface {
    static let name: InterfaceName = "org.vsasim.SubscriberAccount1.Agent"
    static let path: ObjectPath = "/org/vsasim/Agent"

    static let requestAccess: MemberName = "RequestAccess"
    static let chooseProvider: MemberName = "ChooseProvider"
    static let signIn: MemberName = "SignIn"
    static let authorizeAutoSignIn: MemberName = "AuthorizeAutoSignIn"
    static let cancel: MemberName = "Cancel"
    static let release: MemberName = "Release"

    static let xml = """
        <node>
          <interface name="org.vsasim.SubscriberAccount1.Agent">
            <method name="RequestAccess">
              <arg name="application_id" type="s" direction="in"/>
              <arg name="details" type="a{sv}" direction="in"/>
              <arg name="outcome" type="s" direction="out"/>
            </method>
            <method name="ChooseProvider">
              <arg name="details" type="a{sv}" direction="in"/>
              <arg name="providers" type="aa{sv}" direction="in"/>
              <arg name="outcome" type="s" direction="out"/>
              <arg name="provider" type="s" direction="out"/>
            </method>
            <method name="SignIn">
              <arg name="provider" type="s" direction="in"/>
              <arg name="details" type="a{sv}" direction="in"/>
              <arg name="answer" type="a{sv}" direction="out"/>
            </method>
            <method name="AuthorizeAutoSignIn">
              <arg name="application_id" type="s" direction="in"/>
              <arg name="details" type="a{sv}" direction="in"/>
              <arg name="outcome" type="s" direction="out"/>
            </method>
            <method name="Cancel"/>
            <method name="Release"/>
          </interface>
        </node>
        """
}
