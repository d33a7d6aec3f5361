/* Lets a call that writes below a folder fail: the n-th, or all from the n-th on. To be preloaded on Linux.
   FAIL_FOLDER, FAIL_CALL (open, write, fsync, replace, close), FAIL_NUMBER, FAIL_ERROR (errno), FAIL_ON (0 or 1);
   FAIL_LOG: a file outside of the folder that gets a line for every call of any of these kinds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int calls;

static int below(const char *path) {
    const char *folder = getenv("FAIL_FOLDER");
    char whole[PATH_MAX];
    if (!folder || !path) return 0;
    if (path[0] != '/') {
        if (syscall(SYS_getcwd, whole, sizeof whole) < 0) return 0;
        size_t length = strlen(whole);
        snprintf(whole + length, sizeof whole - length, "/%s", path);
        path = whole;
    }
    return strncmp(path, folder, strlen(folder)) == 0;
}

static int written(int handle) {
    char link[64], path[PATH_MAX];
    int flags = fcntl(handle, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below(path);
}

static int fails(const char *call) {
    const char *log = getenv("FAIL_LOG"), *wanted = getenv("FAIL_CALL");
    if (log) {
        int handle = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
        char line[32];
        int length = snprintf(line, sizeof line, "%s\n", call);
        syscall(SYS_write, handle, line, length);
        syscall(SYS_close, handle);
    }
    if (!wanted || strcmp(call, wanted)) return 0;
    int count = ++calls, number = atoi(getenv("FAIL_NUMBER"));
    if (atoi(getenv("FAIL_ON")) ? count < number : count != number) return 0;
    errno = atoi(getenv("FAIL_ERROR"));
    return 1;
}

#define NEXT(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

#define OPENS(name)                                                                       \
    int name(const char *path, int flags, ...) {                                          \
        va_list more;                                                                     \
        va_start(more, flags);                                                            \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;                 \
        va_end(more);                                                                     \
        if ((flags & O_ACCMODE) != O_RDONLY && below(path) && fails("open")) return -1;   \
        return NEXT(int, #name, const char *, int, ...)(path, flags, mode);               \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                                    \
    int name(int folder, const char *path, int flags, ...) {                              \
        va_list more;                                                                     \
        va_start(more, flags);                                                            \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;                 \
        va_end(more);                                                                     \
        if ((flags & O_ACCMODE) != O_RDONLY && below(path) && fails("open")) return -1;   \
        return NEXT(int, #name, int, const char *, int, ...)(folder, path, flags, mode);  \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

ssize_t write(int handle, const void *data, size_t size) {
    if (written(handle) && fails("write")) return -1;
    return NEXT(ssize_t, "write", int, const void *, size_t)(handle, data, size);
}

#define WRITES(name)                                                                      \
    ssize_t name(int handle, const void *data, size_t size, off64_t at) {                 \
        if (written(handle) && fails("write")) return -1;                                 \
        return NEXT(ssize_t, #name, int, const void *, size_t, off64_t)(handle, data, size, at); \
    }
WRITES(pwrite)
WRITES(pwrite64)

ssize_t writev(int handle, const struct iovec *data, int count) {
    if (written(handle) && fails("write")) return -1;
    return NEXT(ssize_t, "writev", int, const struct iovec *, int)(handle, data, count);
}

int fsync(int handle) { return written(handle) && fails("fsync") ? -1 : NEXT(int, "fsync", int)(handle); }
int fdatasync(int handle) { return written(handle) && fails("fsync") ? -1 : NEXT(int, "fdatasync", int)(handle); }

int rename(const char *from, const char *to) {
    return below(to) && fails("replace") ? -1 : NEXT(int, "rename", const char *, const char *)(from, to);
}

int close(int handle) {
    int wanted = written(handle);
    int done = NEXT(int, "close", int)(handle);
    return wanted && fails("close") ? -1 : done;
}
