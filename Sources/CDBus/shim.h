#pragma once
#include <dbus/dbus.h>
#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

/* eventfd is not part of Swift's Glibc module. */
static inline int cdbus_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/* pthread_setname_np and prctl, which is variadic, are not imported either. */
static inline void cdbus_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/* The bytes of the elements of the array that an iterator is in, regardless of type. libdbus deprecates it without
   offering another way to determine the size of an array of strings or structures without iterating over it. */
static inline int cdbus_array_size(DBusMessageIter *iterator) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return dbus_message_iter_get_array_len(iterator);
#pragma GCC diagnostic pop
}

/* The DBUS_TYPE_… macros cast a character and are not imported into Swift. */
static inline int cdbus_is_basic(int type) { return dbus_type_is_basic(type) ? 1 : 0; }
