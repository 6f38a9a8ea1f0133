/* The floor of the comparison: the least that a D-Bus service can do, over sd-bus. One string in, the same string out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

static int on_echo(sd_bus_message *call, void *userdata, sd_bus_error *error) {
    (void)userdata;
    (void)error;
    const char *text = NULL;
    int result = sd_bus_message_read(call, "s", &text);
    return result < 0 ? result : sd_bus_reply_method_return(call, "s", text);
}

static const sd_bus_vtable echo_members[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Echo", "s", "s", on_echo, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static void check(int result, const char *what) {
    if (result < 0) {
        fprintf(stderr, "echo: %s: %s\n", what, strerror(-result));
        exit(1);
    }
}

int main(void) {
    sd_bus *bus = NULL;
    check(sd_bus_open_user(&bus), "cannot connect to the session bus");
    check(sd_bus_add_object_vtable(bus, NULL, "/org/vsasim/Floor", "org.vsasim.Floor", echo_members, NULL), "object");
    check(sd_bus_request_name(bus, "org.vsasim.Floor", 0), "cannot own org.vsasim.Floor");
    for (;;) {
        int result = sd_bus_process(bus, NULL);
        if (result < 0) return 0; /* the bus has gone */
        if (result == 0) check(sd_bus_wait(bus, UINT64_MAX), "wait");
    }
}
