/* As echo.c over libdbus, on which vsad builds: one string in, the same string out, anything else refused unread. libdbus reads a
   message 2 KiB at a time, so that large ones cost every program that uses it several times what they cost sd-bus. */
#include <dbus/dbus.h>
#include <stdio.h>

static DBusHandlerResult answer(DBusConnection *bus, DBusMessage *call, void *data) {
    (void)data;
    const char *text = NULL;
    DBusMessage *reply;
    if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (dbus_message_is_method_call(call, "org.vsasim.Floor", "Echo")
        && dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID)) {
        reply = dbus_message_new_method_return(call);
        dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    } else {
        reply = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "Only Echo is answered.");
    }
    dbus_connection_send(bus, reply, NULL);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, &error);
    if (bus) dbus_connection_set_max_received_size(bus, 1L << 30);
    if (!bus || !dbus_connection_add_filter(bus, answer, NULL, NULL)
        || dbus_bus_request_name(bus, "org.vsasim.Floor", 0, &error) < 0) {
        fprintf(stderr, "libdbus_echo: %s\n", error.message);
        return 1;
    }
    while (dbus_connection_read_write_dispatch(bus, -1)) continue;
}
