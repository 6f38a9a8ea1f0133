#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

/// Makes the calling process the parent of its descendants' orphans (PR_SET_CHILD_SUBREAPER). 0, or -1 with errno set. Swift does
/// not import functions with a variable number of arguments.
static inline int cprocess_adopt_orphans(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/// The policy SCHED_IDLE, whose macro Swift's own module of the C library hides.
static inline int cprocess_idle_policy(void) {
#ifdef SCHED_IDLE
    return SCHED_IDLE;
#else
    return 5;
#endif
}

/// The entries of the environment. Swift does not import the variable, because another thread might change it.
static inline char **cprocess_environment(void) {
    return environ;
}
