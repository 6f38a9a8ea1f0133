#include "CLineEditing.h"

#include <dlfcn.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

// The functions of libedit that are called.
#define FUNCTIONS(FUNCTION) \
    FUNCTION(el_init) FUNCTION(el_set) FUNCTION(el_gets) FUNCTION(el_line) FUNCTION(el_insertstr) FUNCTION(el_deletestr) \
    FUNCTION(el_cursor) FUNCTION(el_resize) FUNCTION(history_init) FUNCTION(history)

static struct {
#define FUNCTION(name) __typeof__(&name) name;
    FUNCTIONS(FUNCTION)
#undef FUNCTION
} library;

static EditLine *editor;
static History *past;
static char *prompt;
static char *completions;
static char *line;
static bool is_reading;
static int wake_up = -1;

static const int history_size = 1000;

static char *prompt_text(EditLine *e) {
    (void)e;
    return prompt;
}

/// Ctrl-C: begins again with an empty line.
static unsigned char discard(EditLine *e, int key) {
    (void)key;
    const LineInfo *info = library.el_line(e);
    library.el_cursor(e, (int)(info->lastchar - info->cursor));
    library.el_deletestr(e, (int)(info->lastchar - info->buffer));
    return CC_REFRESH;
}

/// Tab: completes the text before the cursor as far as all completions agree, or else lists them.
static unsigned char complete(EditLine *e, int key) {
    (void)key;
    const LineInfo *info = library.el_line(e);
    size_t length = (size_t)(info->cursor - info->buffer), common = 0, count = 0;
    const char *first = NULL;
    for (const char *each = completions, *end; (end = strchr(each, '\n')) != NULL; each = end + 1) {
        if ((size_t)(end - each) < length || strncmp(each, info->buffer, length) != 0) continue;
        size_t agreed = length;
        if (first != NULL) {
            while (agreed < common && each[agreed] == first[agreed]) agreed++;
        } else {
            first = each;
            agreed = (size_t)(end - each);
        }
        common = agreed;
        count++;
    }
    if (count == 0) return CC_REFRESH_BEEP;
    if (common > length) {
        char *rest = strndup(first + length, common - length);
        int failed = rest == NULL || library.el_insertstr(e, rest) != 0;
        free(rest);
        return failed ? CC_ERROR : CC_REFRESH;
    }
    if (count == 1) return CC_REFRESH_BEEP;
    putchar('\n');
    for (const char *each = completions, *end; (end = strchr(each, '\n')) != NULL; each = end + 1) {
        if ((size_t)(end - each) >= length && strncmp(each, info->buffer, length) == 0) {
            printf("%.*s  ", (int)(end - each), each);
        }
    }
    putchar('\n');
    fflush(stdout);
    return CC_REDISPLAY;
}

static const char *load(void) {
    void *handle = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return dlerror();
#define FUNCTION(name) \
    if ((library.name = (__typeof__(&name))dlsym(handle, #name)) == NULL) return dlerror();
    FUNCTIONS(FUNCTION)
#undef FUNCTION
    return NULL;
}

const char *clineediting_start(const char *text, const char *words) {
    const char *failure = load();
    if (failure != NULL) return failure;
    // How characters are encoded; nothing else depends on the user's locale.
    setlocale(LC_CTYPE, "");
    prompt = strdup(text);
    completions = strdup(words);
    HistEvent event;
    past = library.history_init();
    editor = library.el_init("entitle", stdin, stdout, stderr);
    wake_up = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wake_up < 0) return "no descriptor is left";
    if (prompt == NULL || completions == NULL || past == NULL || editor == NULL) return "there is not enough memory";
    library.history(past, &event, H_SETSIZE, history_size);
    library.history(past, &event, H_SETUNIQUE, 1);
    library.el_set(editor, EL_PROMPT, prompt_text);
    library.el_set(editor, EL_EDITOR, "emacs");
    library.el_set(editor, EL_HIST, library.history, past);
    library.el_set(editor, EL_ADDFN, "complete", "Complete the line", complete);
    library.el_set(editor, EL_BIND, "^I", "complete", NULL);
    library.el_set(editor, EL_ADDFN, "discard", "Begin again with an empty line", discard);
    library.el_set(editor, EL_BIND, "^C", "discard", NULL);
    library.el_set(editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    // Keys cause no signals while a line is edited.
    library.el_set(editor, EL_SETTY, "-d", "-isig", NULL);
    return NULL;
}

/// Leaves the editor's mode.
static enum clineediting_outcome finish(enum clineediting_outcome outcome) {
    library.el_set(editor, EL_UNBUFFERED, 0);
    is_reading = false;
    return outcome;
}

enum clineediting_outcome clineediting_read(void) {
    if (!is_reading) {
        library.el_resize(editor);
        // Shows the prompt.
        library.el_set(editor, EL_UNBUFFERED, 1);
        is_reading = true;
    }
    while (true) {
        struct pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake_up, .events = POLLIN}};
        if (poll(sources, 2, -1) < 0) continue;
        eventfd_t count_of_calls;
        if (sources[1].revents != 0 && eventfd_read(wake_up, &count_of_calls) == 0) return CLINEEDITING_WAKE;
        if (sources[0].revents == 0) continue;
        if (sources[0].revents & (POLLHUP | POLLERR | POLLNVAL)) return finish(CLINEEDITING_END);
        int count = 0;
        const char *text = library.el_gets(editor, &count);
        // The line is empty.
        if (text == NULL || count <= 0) continue;
        // Ctrl-D on an empty line.
        if (count == 1 && text[0] == 4) {
            enum clineediting_outcome end = finish(CLINEEDITING_END);
            puts("");
            fflush(stdout);
            return end;
        }
        if (text[count - 1] != '\n' && text[count - 1] != '\r') continue;
        free(line);
        line = strndup(text, (size_t)count - 1);
        HistEvent event;
        if (count > 1) library.history(past, &event, H_ENTER, text);
        return finish(line == NULL ? CLINEEDITING_END : CLINEEDITING_LINE);
    }
}

void clineediting_wake(void) { eventfd_write(wake_up, 1); }

const char *clineediting_line(void) { return line; }

void clineediting_hide(void) {
    if (!is_reading) return;
    fputs("\r\033[J", stdout);
    fflush(stdout);
}

void clineediting_show(void) {
    if (is_reading) library.el_set(editor, EL_REFRESH);
}
