// Written by dbus/generate from dbus/interfaces. Do not edit.

extension InterfaceDocuments {
    /// `org.vsasim.SubscriberAccount1.AgentManager.xml`
    static let agentManager = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                              "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!--
            org.vsasim.SubscriberAccount1.AgentManager:
            @short_description: the registration of agents, which answer prompts on behalf of the user

            Exported at /org/vsasim/SubscriberAccount1. A prompt is answered by the first of the following that is available: a
            queued answer (Control.QueueAnswer), the agent that registered last, the agents that registered before it, and the
            graphical agent, which the bus starts on demand: org.vsasim.Picker1 with its object /org/vsasim/Picker1. If no agent
            can answer, the prompt ends as if dismissed. Sandboxed callers get org.freedesktop.DBus.Error.AccessDenied. An agent
            that leaves the bus is unregistered.

            Because prompts carry passwords, only programs of the user that run outside a sandbox can be agents. This also
            applies to the owner of org.vsasim.Picker1: before each prompt, the device looks up the owner of the name and calls
            it by its unique name; an owner in a sandbox is treated as an agent that failed. A reply of more than 64 KiB is
            treated as invalid.
          -->
          <interface name="org.vsasim.SubscriberAccount1.AgentManager">
            <!--
              RegisterAgent:
              @path: the path of the caller's object that implements org.vsasim.SubscriberAccount1.Agent
              @options: name is the display name of the agent, at most 255 bytes (default: its bus name)

              Registers an agent. A path that the caller has already registered fails with
              org.freedesktop.DBus.Error.InvalidArgs; more than 8 agents of one caller fail with
              org.freedesktop.DBus.Error.LimitsExceeded.
            -->
            <method name="RegisterAgent">
              <arg name="path" type="o" direction="in"/>
              <arg name="options" type="a{sv}" direction="in">
                <annotation name="org.vsasim.Keys" value="name:s"/>
              </arg>
            </method>

            <!--
              UnregisterAgent:
              @path: the path given to RegisterAgent; any other path fails with org.freedesktop.DBus.Error.InvalidArgs

              Unregisters an agent. Prompts that the agent has not answered are passed to the next agent; an open prompt is
              withdrawn with Cancel. Release is not called.
            -->
            <method name="UnregisterAgent">
              <arg name="path" type="o" direction="in"/>
            </method>
          </interface>
        </node>
        """#
}
