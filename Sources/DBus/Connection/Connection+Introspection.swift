extension Connection {
    /// Returns the introspection data of an object, or of a path that has only child objects.
    func introspectionData(of object: ExportedObject?, at path: ObjectPath, for sender: BusName?) -> String {
        var lines = [StandardInterfaces.documentType, "<node>"]
        if let object {
            lines += [StandardInterfaces.peer, StandardInterfaces.introspectable, StandardInterfaces.properties]
            if object.objectManager != nil { lines.append(StandardInterfaces.objectManager) }
            lines += object.order.compactMap { object.interfaces[$0]?.interface.xml }.map { "  " + $0 }
        } else {
            lines.append(StandardInterfaces.introspectable)
        }
        let prefix = path.childPrefix
        let below = objects.filter { $0.key != path && $0.key.string.hasPrefix(prefix) && $0.value.isVisible(to: sender) }
        let children = Set(below.keys.map { $0.string.dropFirst(prefix.count).prefix { $0 != "/" } })
        lines += children.sorted().map { "  <node name=\"\($0)\"/>" }
        return (lines + ["</node>", ""]).joined(separator: "\n")
    }
}

/// The introspection data of the interfaces that this module implements. Mirrors the D-Bus specification, "Standard Interfaces".
enum StandardInterfaces {
    static let documentType = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        """

    static let peer = """
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId"><arg name="machine_uuid" type="s" direction="out"/></method>
          </interface>
        """

    static let introspectable = """
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect"><arg name="xml_data" type="s" direction="out"/></method>
          </interface>
        """

    static let properties = """
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>
        """

    static let objectManager = """
          <interface name="org.freedesktop.DBus.ObjectManager">
            <method name="GetManagedObjects">
              <arg name="objects" type="a{oa{sa{sv}}}" direction="out"/>
            </method>
            <signal name="InterfacesAdded">
              <arg name="object_path" type="o"/>
              <arg name="interfaces_and_properties" type="a{sa{sv}}"/>
            </signal>
            <signal name="InterfacesRemoved">
              <arg name="object_path" type="o"/>
              <arg name="interfaces" type="as"/>
            </signal>
          </interface>
        """
}
