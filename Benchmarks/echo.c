/* The least that a D-Bus service can do, over sd-bus; libdbus_echo.c is the same over libdbus.
 *
 *   echo [NAME...]      owns the names (default: org.vsasim.Floor)
 *
 * Echo returns the string that it receives. On vsad's path the program is the twin of a call to vsad: it passes the first one on
 * to vsad and answers every later call of that member with a copy of the reply, so that request and reply have vsad's bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define VSAD "org.vsasim.SubscriberAccount1"

/* The known replies, by member. */
static struct {
    char member[64];
    sd_bus_message *reply;
} learned[4];

static void check(int result, const char *what) {
    if (result < 0) {
        fprintf(stderr, "echo: %s: %s\n", what, strerror(-result));
        exit(1);
    }
}

static int on_echo(sd_bus_message *call, void *userdata, sd_bus_error *error) {
    (void)userdata;
    (void)error;
    const char *text = NULL;
    int result = sd_bus_message_read(call, "s", &text);
    return result < 0 ? result : sd_bus_reply_method_return(call, "s", text);
}

static sd_bus_message *ask_vsad(sd_bus_message *call) {
    sd_bus *bus = sd_bus_message_get_bus(call);
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *request = NULL, *reply = NULL;
    const char *path = sd_bus_message_get_path(call), *interface = sd_bus_message_get_interface(call);
    check(
        sd_bus_message_new_method_call(bus, &request, VSAD, path, interface, sd_bus_message_get_member(call)), "new call");
    check(sd_bus_message_copy(request, call, 1), "copy");
    if (sd_bus_call(bus, request, 0, &error, &reply) < 0) {
        fprintf(stderr, "echo: %s: %s\n", error.name, error.message);
        exit(1);
    }
    sd_bus_message_unref(request);
    return reply;
}

static sd_bus_message *reply_of_vsad(sd_bus_message *call) {
    const char *member = sd_bus_message_get_member(call);
    for (size_t index = 0; index < sizeof learned / sizeof *learned; index++) {
        if (learned[index].reply == NULL) {
            snprintf(learned[index].member, sizeof learned[index].member, "%s", member);
            learned[index].reply = ask_vsad(call);
        }
        if (strcmp(learned[index].member, member) == 0) return learned[index].reply;
    }
    fprintf(stderr, "echo: too many members\n");
    exit(1);
}

static int on_twin(sd_bus_message *call, void *userdata, sd_bus_error *error) {
    (void)userdata;
    (void)error;
    sd_bus_message *source = reply_of_vsad(call), *reply = NULL;
    check(sd_bus_message_rewind(source, 1), "rewind");
    check(sd_bus_message_new_method_return(call, &reply), "new reply");
    check(sd_bus_message_copy(reply, source, 1), "copy");
    check(sd_bus_send(NULL, reply, NULL), "send");
    sd_bus_message_unref(reply);
    return 1;
}

static const sd_bus_vtable echo_members[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Echo", "s", "s", on_echo, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

int main(int argument_count, char **arguments) {
    sd_bus *bus = NULL;
    check(sd_bus_open_user(&bus), "cannot connect to the session bus");
    check(sd_bus_add_object_vtable(bus, NULL, "/org/vsasim/Floor", "org.vsasim.Floor", echo_members, NULL), "object");
    check(sd_bus_add_object(bus, NULL, "/org/vsasim/SubscriberAccount1", on_twin, NULL), "twin");
    if (argument_count < 2) check(sd_bus_request_name(bus, "org.vsasim.Floor", 0), "cannot own org.vsasim.Floor");
    for (int index = 1; index < argument_count; index++) check(sd_bus_request_name(bus, arguments[index], 0), arguments[index]);
    for (;;) {
        int result = sd_bus_process(bus, NULL);
        if (result < 0) return 0; /* the bus has ended */
        if (result == 0) check(sd_bus_wait(bus, UINT64_MAX), "wait");
    }
}
