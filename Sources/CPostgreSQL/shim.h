#pragma once
#include <dlfcn.h>
#include <stddef.h>
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// The functions of libpq that the project calls. They are looked up when a program first connects to a server, so that programs
// that use no server start without libpq and the twenty libraries that it needs.
#define CPOSTGRESQL_FUNCTIONS(FUNCTION) \
    FUNCTION(PQclear) FUNCTION(PQcmdTuples) FUNCTION(PQconndefaults) FUNCTION(PQconnectPoll) FUNCTION(PQconnectStartParams) \
    FUNCTION(PQconninfoFree) FUNCTION(PQconninfoParse) \
    FUNCTION(PQconsumeInput) FUNCTION(PQenterPipelineMode) FUNCTION(PQerrorMessage) FUNCTION(PQfinish) \
    FUNCTION(PQflush) FUNCTION(PQfreemem) FUNCTION(PQgetResult) FUNCTION(PQgetisnull) FUNCTION(PQgetlength) \
    FUNCTION(PQgetvalue) FUNCTION(PQisBusy) FUNCTION(PQnfields) FUNCTION(PQnotifies) FUNCTION(PQntuples) \
    FUNCTION(PQpipelineSync) FUNCTION(PQresultErrorField) FUNCTION(PQresultErrorMessage) FUNCTION(PQresultStatus) \
    FUNCTION(PQsendPrepare) FUNCTION(PQsendQueryPrepared) FUNCTION(PQserverVersion) FUNCTION(PQsetNoticeReceiver) \
    FUNCTION(PQsetnonblocking) FUNCTION(PQsocket) FUNCTION(PQsslInUse) FUNCTION(PQstatus) FUNCTION(PQtransactionStatus)

/// The functions, or the reason why libpq cannot be used.
struct cpostgresql {
#define FUNCTION(name) __typeof__(&name) _Nonnull name;
    CPOSTGRESQL_FUNCTIONS(FUNCTION)
#undef FUNCTION
    const char *_Nullable failure;
};

/// Loads libpq. Only if `failure` is null may the functions be called.
static inline struct cpostgresql cpostgresql_load(void) {
    struct cpostgresql loaded = {.failure = NULL};
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        loaded.failure = dlerror();
        return loaded;
    }
#define FUNCTION(name) \
    if ((loaded.name = (__typeof__(&name))dlsym(library, #name)) == NULL) loaded.failure = "it has no " #name;
    CPOSTGRESQL_FUNCTIONS(FUNCTION)
#undef FUNCTION
    return loaded;
}

// The field of the five-character code of an error, a macro that Swift does not import.
static const int cpostgresql_sqlstate = PG_DIAG_SQLSTATE;
