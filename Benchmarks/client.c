/* Calls one method many times and prints what that took, as one line of JSON. The same code measures the floor and the
 * daemon, so the client's own cost is on both sides of a ratio.
 *
 *   client latency  DESTINATION PATH INTERFACE METHOD BODY COUNT             one call at a time, after a first one
 *   client inflight DESTINATION PATH INTERFACE METHOD BODY COUNT WIDTH       WIDTH calls in progress
 *   client clients  DESTINATION PATH INTERFACE METHOD BODY COUNT PROCESSES   COUNT calls, shared out among processes
 *
 * BODY: echo (a string), options (an empty a{sv}), metadata (provider and expiry), saml (attributes as well), nothing,
 * access (another status of one of 1,000 apps in each call). */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

struct target {
    const char *destination, *path, *interface, *method, *body;
};

struct flight {
    sd_bus *bus;
    const struct target *target;
    long left_to_send, left_to_receive;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void check(int result, const char *what) {
    if (result < 0) {
        fprintf(stderr, "client: %s: %s\n", what, strerror(-result));
        exit(1);
    }
}

static void append_flag(sd_bus_message *call, const char *key) {
    check(sd_bus_message_append(call, "{sv}", key, "b", 1), "append");
}

static sd_bus_message *make_call(sd_bus *bus, const struct target *target) {
    static unsigned number = 0;
    sd_bus_message *call = NULL;
    number++;
    check(
        sd_bus_message_new_method_call(bus, &call, target->destination, target->path, target->interface, target->method),
        "new call");
    if (strcmp(target->body, "echo") == 0) {
        check(sd_bus_message_append(call, "s", "com.example.player"), "append");
        return call;
    }
    if (strcmp(target->body, "nothing") == 0) return call;
    if (strcmp(target->body, "access") == 0) {
        char app[64];
        snprintf(app, sizeof app, "com.example.bench%u", number % 1000);
        const char *status = number / 1000 % 2 == 0 ? "granted" : "denied";
        check(sd_bus_message_append(call, "ss", app, status), "append");
        return call;
    }
    check(sd_bus_message_open_container(call, 'a', "{sv}"), "open");
    if (strcmp(target->body, "options") != 0) {
        append_flag(call, "include-account-provider-identifier");
        append_flag(call, "include-authentication-expiration-date");
    }
    if (strcmp(target->body, "saml") == 0) {
        check(
            sd_bus_message_append(call, "{sv}", "attribute-names", "as", 4, "userID", "householdID", "zip", "channelID"),
            "append");
        check(
            sd_bus_message_append(call, "{sv}", "channel-identifier", "s", "https://saml.sp.auth.adobe.com"), "append");
    }
    check(sd_bus_message_close_container(call), "close");
    return call;
}

static void fail_on_error(sd_bus_message *reply) {
    const sd_bus_error *error = sd_bus_message_get_error(reply);
    if (error == NULL) return;
    fprintf(stderr, "client: %s: %s\n", error->name, error->message);
    exit(1);
}

static void call_once(sd_bus *bus, const struct target *target) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply = NULL;
    sd_bus_message *call = make_call(bus, target);
    if (sd_bus_call(bus, call, 0, &error, &reply) < 0) {
        fprintf(stderr, "client: %s: %s\n", error.name, error.message);
        exit(1);
    }
    sd_bus_message_unref(reply);
    sd_bus_message_unref(call);
}

static int compare(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static void measure_latency(sd_bus *bus, const struct target *target, long count, double first) {
    double *times = calloc((size_t)count, sizeof *times);
    if (times == NULL) exit(1);
    double start = now();
    for (long index = 0; index < count; index++) {
        double before = now();
        call_once(bus, target);
        times[index] = now() - before;
    }
    double seconds = now() - start;
    qsort(times, (size_t)count, sizeof *times, compare);
    printf(
        "{\"calls\":%ld,\"seconds\":%.6f,\"first\":%.3f,\"p50\":%.3f,\"p99\":%.3f}\n", count, seconds, first * 1e6,
        times[count / 2] * 1e6, times[(long)((double)count * 0.99)] * 1e6);
    free(times);
}

static int on_reply(sd_bus_message *reply, void *userdata, sd_bus_error *error);

static void send_one(struct flight *flight) {
    sd_bus_message *call = make_call(flight->bus, flight->target);
    check(sd_bus_call_async(flight->bus, NULL, call, on_reply, flight, 0), "send");
    sd_bus_message_unref(call);
    flight->left_to_send--;
}

static int on_reply(sd_bus_message *reply, void *userdata, sd_bus_error *error) {
    (void)error;
    struct flight *flight = userdata;
    fail_on_error(reply);
    flight->left_to_receive--;
    if (flight->left_to_send > 0) send_one(flight);
    return 1;
}

static void measure_in_flight(sd_bus *bus, const struct target *target, long count, long width) {
    struct flight flight = {bus, target, count, count};
    double start = now();
    for (long index = 0; index < width && index < count; index++) send_one(&flight);
    while (flight.left_to_receive > 0) {
        int result = sd_bus_process(bus, NULL);
        check(result, "process");
        if (result == 0) check(sd_bus_wait(bus, UINT64_MAX), "wait");
    }
    double seconds = now() - start;
    printf("{\"calls\":%ld,\"seconds\":%.6f,\"perSecond\":%.1f}\n", count, seconds, (double)count / seconds);
}

static void measure_clients(const struct target *target, long count, long processes) {
    double start = now();
    for (long index = 0; index < processes; index++) {
        pid_t child = fork();
        if (child < 0) check(-errno, "fork");
        if (child != 0) continue;
        sd_bus *bus = NULL;
        check(sd_bus_open_user(&bus), "cannot connect to the session bus");
        for (long call = 0; call < count / processes; call++) call_once(bus, target);
        sd_bus_flush_close_unref(bus);
        exit(0);
    }
    int failures = 0, status = 0;
    while (wait(&status) > 0) failures += status != 0;
    if (failures > 0) exit(1);
    double seconds = now() - start;
    long made = count / processes * processes;
    printf("{\"calls\":%ld,\"seconds\":%.6f,\"perSecond\":%.1f}\n", made, seconds, (double)made / seconds);
}

int main(int argument_count, char **arguments) {
    if (argument_count < 8) {
        fprintf(stderr, "usage: client latency|inflight|clients DESTINATION PATH INTERFACE METHOD BODY COUNT [N]\n");
        return 64;
    }
    struct target target = {arguments[2], arguments[3], arguments[4], arguments[5], arguments[6]};
    long count = atol(arguments[7]);
    long number = argument_count > 8 ? atol(arguments[8]) : 1;
    if (count < 1 || number < 1) return 64;
    if (strcmp(arguments[1], "clients") == 0) {
        measure_clients(&target, count, number);
        return 0;
    }
    sd_bus *bus = NULL;
    check(sd_bus_open_user(&bus), "cannot connect to the session bus");
    double start = now();
    call_once(bus, &target); /* starts the service and fills its caches */
    double first = now() - start;
    if (strcmp(arguments[1], "inflight") == 0) {
        measure_in_flight(bus, &target, count, number);
    } else {
        measure_latency(bus, &target, count, first);
    }
    sd_bus_flush_close_unref(bus);
    return 0;
}
