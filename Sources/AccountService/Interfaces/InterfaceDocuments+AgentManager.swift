// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.AgentManager.xml`
    static let agentManager = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.AgentManager:
            @short_description: where agents say that they answer prompts for the person

            Lives at /org/vsasim/SubscriberAccount1. A prompt is answered by the first that there is of: a queued answer
            (Control.QueueAnswer), the agent that registered last, the agents before it, and the graphical agent, which the bus starts
            when it is needed: org.vsasim.Picker1 with its object /org/vsasim/Picker1. When nobody can answer, the prompt ends as if
            dismissed. Sandboxed callers get org.freedesktop.DBus.Error.AccessDenied. An agent that leaves the bus is forgotten.
          -->
          <interface name="org.vsasim.SubscriberAccount1.AgentManager">
            <!--
              RegisterAgent:
              @path: where the caller's object with the interface org.vsasim.SubscriberAccount1.Agent is
              @options: name, what people call the agent, at most 255 bytes; its bus name unless given

              A path that the caller has registered already is org.freedesktop.DBus.Error.InvalidArgs; more than 8 agents of one caller
              are org.freedesktop.DBus.Error.LimitsExceeded.
            -->
            <method name="RegisterAgent">
              <arg name="path" type="o" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="name:s"/>
              </arg>
            </method>

            <!--
              UnregisterAgent:
              @path: what RegisterAgent was given; anything else is org.freedesktop.DBus.Error.InvalidArgs

              The prompts that the agent has not answered go to the next one; the open one is withdrawn with Cancel. Release is not called.
            -->
            <method name="UnregisterAgent">
              <arg name="path" type="o" direction="in"/>
            </method>
          </interface>
        </node>
        """#
}
