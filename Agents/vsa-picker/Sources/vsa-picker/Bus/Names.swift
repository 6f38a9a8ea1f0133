/// The names on the bus, as in docs/dbus.md.
enum Names {
    /// The picker's own name: the bus starts the picker for it.
    static let picker = "org.vsasim.Picker1"
    /// The picker's object.
    static let pickerPath = "/org/vsasim/Picker1"
    /// The interface that agents implement.
    static let agent = "org.vsasim.SubscriberAccount1.Agent"
    /// The daemon's name, and its first interface.
    static let daemon = "org.vsasim.SubscriberAccount1"
    /// The daemon's root object.
    static let daemonPath = "/org/vsasim/SubscriberAccount1"
    /// The interface of the daemon's requests.
    static let request = "org.vsasim.SubscriberAccount1.Request"
    /// The daemon's signal after signing in and out.
    static let accountChanged = "AccountChanged"

    static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The errors for a missing object.
    static let absence = ["org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod"]

    /// The interface that agents implement, as introspection data. A test compares it with dbus/interfaces.
    static let agentInterface = """
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
