/* As echo.c over libdbus, on which vsad builds: Echo, the twins of calls to vsad, anything else rejected unread. libdbus reads a
   message 2 KiB at a time, so that large ones cost every program that uses it several times what they cost sd-bus. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VSAD "org.vsasim.SubscriberAccount1"

/* The known replies, by member. */
static struct {
    char member[64];
    DBusMessage *reply;
} learned[4];

static void *check(void *result, const char *what) {
    if (!result) {
        fprintf(stderr, "libdbus_echo: %s\n", what);
        exit(1);
    }
    return result;
}

static DBusMessage *ask_vsad(DBusConnection *bus, DBusMessage *call) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *request = check(dbus_message_copy(call), "copy");
    dbus_message_set_destination(request, VSAD);
    dbus_message_set_sender(request, NULL);
    DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, request, DBUS_TIMEOUT_USE_DEFAULT, &error);
    check(answer, error.message);
    DBusMessage *reply = check(dbus_message_copy(answer), "copy");
    /* Without a destination: libdbus adds a field in a quarter of the instructions that it takes to replace one. */
    dbus_message_set_sender(reply, NULL);
    dbus_message_set_destination(reply, NULL);
    dbus_message_unref(answer);
    dbus_message_unref(request);
    return reply;
}

static DBusMessage *copy_of_reply(DBusConnection *bus, DBusMessage *call) {
    const char *member = dbus_message_get_member(call);
    for (size_t index = 0; index < sizeof learned / sizeof *learned; index++) {
        if (!learned[index].reply) {
            snprintf(learned[index].member, sizeof learned[index].member, "%s", member);
            learned[index].reply = ask_vsad(bus, call);
        }
        if (strcmp(learned[index].member, member)) continue;
        DBusMessage *reply = check(dbus_message_copy(learned[index].reply), "copy");
        dbus_message_set_destination(reply, dbus_message_get_sender(call));
        dbus_message_set_reply_serial(reply, dbus_message_get_serial(call));
        return reply;
    }
    return check(NULL, "too many members");
}

static DBusHandlerResult answer(DBusConnection *bus, DBusMessage *call, void *data) {
    (void)data;
    const char *text = NULL;
    DBusMessage *reply;
    if (dbus_message_get_type(call) != DBUS_MESSAGE_TYPE_METHOD_CALL) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (dbus_message_has_interface(call, VSAD)) {
        reply = copy_of_reply(bus, call);
    } else if (dbus_message_is_method_call(call, "org.vsasim.Floor", "Echo")
        && dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID)) {
        reply = dbus_message_new_method_return(call);
        dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    } else {
        reply = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "Only Echo and twins of vsad's calls are answered.");
    }
    dbus_connection_send(bus, reply, NULL);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(int argument_count, char **arguments) {
    char *floor[] = {"org.vsasim.Floor"};
    int count = argument_count > 1 ? argument_count - 1 : 1;
    char **names = argument_count > 1 ? arguments + 1 : floor;
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = check(dbus_bus_get(DBUS_BUS_SESSION, &error), "cannot connect to the session bus");
    dbus_connection_set_max_received_size(bus, 1L << 30);
    if (!dbus_connection_add_filter(bus, answer, NULL, NULL)) return 1;
    for (int index = 0; index < count; index++) {
        if (dbus_bus_request_name(bus, names[index], 0, &error) < 0) check(NULL, error.message);
    }
    while (dbus_connection_read_write_dispatch(bus, -1)) continue;
}
