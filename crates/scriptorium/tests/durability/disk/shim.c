/* A disk that remembers, and that can be told to fail.
 *
 * The stories in `disk` compile this file and load it before the C library of the program they
 * test. It stands between the program and the files below one folder:
 *
 *   SHIM_FOLDER    the folder, as an absolute path without links
 *   SHIM_RECORD    a file outside of it; every operation is appended to it, with its bytes, in the
 *                  order in which the operations were done
 *   SHIM_CONTROL   a file of `struct control`; a story writes into it what is to fail
 *
 * Each variable but the first may be missing. One lock makes the operations follow one another, so
 * that the record is no guess: what it says came first was over before the next began. What the
 * program sends over sockets is recorded too: it is how a story learns what had been done on the
 * disk by the time somebody was told of it. It is no filesystem: it passes everything on, and what
 * a power failure leaves is made up later, from the record (`replay.rs`). Memory that is mapped is
 * not seen; SQLite maps its index of the log alone, which does not outlive a power failure.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* What a story and the program share. Calls are counted from 1, each kind for itself; a number of 0
 * fails none. `shim.rs` knows the order of the fields. */
struct control {
    uint64_t writes, syncs, opens; /* how many there were */
    uint64_t write_fails, sync_fails, open_fails; /* the number of the call that fails */
    uint64_t error; /* what it fails with */
    uint64_t halves; /* not 0: a write that fails has written half of its bytes */
    uint64_t full; /* not 0: nothing can be written until it is 0 again */
    uint64_t injected; /* how many calls were made to fail */
    uint64_t file; /* the inode of a file that is looked at by itself; 0 for none */
    uint64_t file_writes, file_syncs; /* how often it was written to and flushed */
    uint64_t file_sync_fails; /* how many of its next flushes fail */
};

/* What is appended to the record for one operation, before its bytes and its two paths;
 * `record.rs` reads it. */
struct entry {
    uint64_t kind, file, offset, length, path_length, other_length;
};

enum kind { WRITE = 1, TRUNCATE, SYNC, CREATE, UNLINK, RENAME, MKDIR, SEND, SYNC_FAILED };

#define DESCRIPTORS 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static int record = -1;
static struct control none;
static volatile struct control *control = &none;
/* The inode behind each descriptor of ours; 0 for others. */
static uint64_t inodes[DESCRIPTORS];

static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_send)(int, const void *, size_t, int);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off64_t);
static int (*real_fallocate)(int, int, off64_t, off64_t);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);
static int (*real_mkdir)(const char *, mode_t);

static void fail(const char *what)
{
    dprintf(2, "shim: %s: %s\n", what, strerror(errno));
    abort();
}

static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) fail(name);
    return found;
}

__attribute__((constructor)) static void start(void)
{
    real_open = next("open64");
    real_close = next("close");
    real_write = next("write");
    real_pwrite = next("pwrite64");
    real_writev = next("writev");
    real_send = next("send");
    real_fsync = next("fsync");
    real_fdatasync = next("fdatasync");
    real_ftruncate = next("ftruncate64");
    real_fallocate = next("fallocate64");
    real_unlink = next("unlink");
    real_rename = next("rename");
    real_mkdir = next("mkdir");
    const char *place = getenv("SHIM_FOLDER");
    if (!place) return;
    snprintf(folder, sizeof folder, "%s", place);
    const char *to = getenv("SHIM_RECORD");
    if (to) {
        record = real_open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (record < 0) fail(to);
    }
    const char *orders = getenv("SHIM_CONTROL");
    if (orders) {
        int file = real_open(orders, O_RDWR | O_CLOEXEC);
        if (file < 0) fail(orders);
        void *mapped = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped == MAP_FAILED) fail(orders);
        control = mapped;
        real_close(file);
    }
}

/* Whether a path lies in the folder; its absolute form then. */
static int is_ours(const char *path, char *absolute)
{
    if (!folder[0]) return 0;
    if (path[0] == '/') {
        snprintf(absolute, PATH_MAX, "%s", path);
    } else {
        char here[PATH_MAX];
        if (!getcwd(here, sizeof here)) return 0;
        while (!strncmp(path, "./", 2)) path += 2;
        if (snprintf(absolute, PATH_MAX, "%s/%s", here, path) >= PATH_MAX) return 0;
    }
    size_t length = strlen(folder);
    return !strncmp(absolute, folder, length) && (!absolute[length] || absolute[length] == '/');
}

static int is_followed(int file)
{
    return file >= 0 && file < DESCRIPTORS && inodes[file];
}

static void put(const void *bytes, size_t length)
{
    const char *rest = bytes;
    while (length > 0) {
        ssize_t written = real_write(record, rest, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("writing the record");
        rest += written;
        length -= (size_t)written;
    }
}

static void note(enum kind kind, uint64_t file, uint64_t offset, const void *bytes, size_t length,
                 const char *path, const char *other)
{
    if (record < 0) return;
    struct entry entry = {
        .kind = kind, .file = file, .offset = offset, .length = bytes ? length : 0,
        .path_length = path ? strlen(path) : 0, .other_length = other ? strlen(other) : 0,
    };
    int error = errno;
    put(&entry, sizeof entry);
    if (entry.length) put(bytes, entry.length);
    if (path) put(path, entry.path_length);
    if (other) put(other, entry.other_length);
    errno = error;
}

static int injected(uint64_t error)
{
    control->injected++;
    errno = (int)error;
    return 1;
}

/* Whether a call of this number is the one that fails, and no other after it. The program may have made further calls
 * while the number was written. */
static int is_due(volatile uint64_t *fails, uint64_t number)
{
    if (*fails == 0 || number < *fails) return 0;
    *fails = 0;
    return 1;
}

/* Bytes that files gave back since the disk is full: SQLite shortens its index of the log at each start
 * and makes it as long as before. */
static uint64_t freed;

/* Whether this write is to fail, which makes its file longer by so many bytes; the lock is held. */
static int write_fails(uint64_t more)
{
    uint64_t number = ++control->writes;
    if (!control->full) freed = 0;
    if (control->full && (more == 0 || more > freed)) return injected(ENOSPC);
    if (control->full) freed -= more;
    return is_due(&control->write_fails, number) && injected(control->error);
}

/* By how many bytes a write makes its file longer. */
static uint64_t growth(int file, int64_t at, size_t length)
{
    struct stat status;
    if (at < 0 || fstat(file, &status) != 0) return 0;
    int64_t end = at + (int64_t)length;
    return end > status.st_size ? (uint64_t)(end - status.st_size) : 0;
}

/* Whether a file cannot be given another length; a full disk lets it become shorter. */
static int truncate_fails(int file, int64_t length)
{
    struct stat status;
    if (control->full && fstat(file, &status) == 0 && length <= status.st_size) {
        control->writes++;
        freed += (uint64_t)(status.st_size - length);
        return 0;
    }
    return write_fails(0);
}

static int sync_fails(int file)
{
    uint64_t number = ++control->syncs;
    if (control->file && inodes[file] == control->file) {
        if (control->file_sync_fails) {
            control->file_sync_fails--;
            return injected(control->error);
        }
        control->file_syncs++;
    }
    return is_due(&control->sync_fails, number) && injected(control->error);
}

static int open_fails(void)
{
    return is_due(&control->open_fails, ++control->opens) && injected(control->error);
}

static int opened(const char *path, int flags, mode_t mode)
{
    char absolute[PATH_MAX];
    if (!is_ours(path, absolute)) return real_open(path, flags, mode);
    pthread_mutex_lock(&lock);
    int file = -1;
    struct stat status;
    int is_new = (flags & O_CREAT) && lstat(absolute, &status) != 0;
    if (open_fails()) {
    } else if (is_new && control->full) {
        injected(ENOSPC);
    } else {
        file = real_open(path, flags, mode);
    }
    if (file >= 0) {
        if (file >= DESCRIPTORS || fstat(file, &status) != 0) fail("following a file");
        inodes[file] = status.st_ino;
        if (is_new) note(CREATE, status.st_ino, 0, NULL, 0, absolute, NULL);
        else if (flags & O_TRUNC) note(TRUNCATE, status.st_ino, 0, NULL, 0, NULL, NULL);
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return file;
}

#define OPENED(name)                                                                               \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | __O_TMPFILE)) {                                                     \
            va_list rest;                                                                          \
            va_start(rest, flags);                                                                 \
            mode = va_arg(rest, mode_t);                                                           \
            va_end(rest);                                                                          \
        }                                                                                          \
        return opened(path, flags, mode);                                                          \
    }

OPENED(open)
OPENED(open64)

#define OPENED_AT(name)                                                                            \
    int name(int at, const char *path, int flags, ...)                                             \
    {                                                                                              \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | __O_TMPFILE)) {                                                     \
            va_list rest;                                                                          \
            va_start(rest, flags);                                                                 \
            mode = va_arg(rest, mode_t);                                                           \
            va_end(rest);                                                                          \
        }                                                                                          \
        if (at == AT_FDCWD || path[0] == '/') return opened(path, flags, mode);                    \
        static int (*real)(int, const char *, int, ...);                                           \
        if (!real) real = next(#name);                                                             \
        return real(at, path, flags, mode);                                                        \
    }

OPENED_AT(openat)
OPENED_AT(openat64)

int close(int file)
{
    if (!is_followed(file)) return real_close(file);
    pthread_mutex_lock(&lock);
    inodes[file] = 0;
    int closed = real_close(file);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return closed;
}

static int is_socket(int file)
{
    struct stat status;
    return record >= 0 && file != record && fstat(file, &status) == 0 && S_ISSOCK(status.st_mode);
}

/* A write at an offset, or at the place where the file is. */
static ssize_t written(int file, const void *bytes, size_t length, int64_t offset)
{
    pthread_mutex_lock(&lock);
    int64_t at = offset >= 0 ? offset : lseek(file, 0, SEEK_CUR);
    int fails = write_fails(growth(file, at, length));
    if (control->file && inodes[file] == control->file) control->file_writes++;
    int error = errno;
    ssize_t done = -1;
    if (fails && control->halves && length > 1) length /= 2;
    if (!fails || control->halves) {
        done = offset >= 0 ? real_pwrite(file, bytes, length, offset)
                           : real_write(file, bytes, length);
        if (done > 0) note(WRITE, inodes[file], (uint64_t)at, bytes, (size_t)done, NULL, NULL);
        if (!fails) error = errno;
    }
    /* Half of it is a short write, which is no failure. */
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

ssize_t write(int file, const void *bytes, size_t length)
{
    if (is_followed(file)) return written(file, bytes, length, -1);
    if (!is_socket(file)) return real_write(file, bytes, length);
    return send(file, bytes, length, 0);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset)
{
    if (is_followed(file)) return written(file, bytes, length, offset);
    return real_pwrite(file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset)
{
    return pwrite64(file, bytes, length, offset);
}

ssize_t send(int file, const void *bytes, size_t length, int flags)
{
    if (!is_socket(file)) return real_send(file, bytes, length, flags);
    /* Noted before it leaves: whoever hears it can do nothing that would be noted earlier. */
    pthread_mutex_lock(&lock);
    note(SEND, 0, 0, bytes, length, NULL, NULL);
    pthread_mutex_unlock(&lock);
    return real_send(file, bytes, length, flags);
}

ssize_t writev(int file, const struct iovec *pieces, int count)
{
    if (is_followed(file)) {
        ssize_t all = 0;
        for (int piece = 0; piece < count; piece++) {
            ssize_t done = written(file, pieces[piece].iov_base, pieces[piece].iov_len, -1);
            if (done < 0) return all ? all : done;
            all += done;
            if ((size_t)done < pieces[piece].iov_len) break;
        }
        return all;
    }
    if (is_socket(file)) {
        pthread_mutex_lock(&lock);
        for (int piece = 0; piece < count; piece++)
            note(SEND, 0, 0, pieces[piece].iov_base, pieces[piece].iov_len, NULL, NULL);
        pthread_mutex_unlock(&lock);
    }
    return real_writev(file, pieces, count);
}

static int synced(int file, int (*real)(int))
{
    if (!is_followed(file)) return real(file);
    pthread_mutex_lock(&lock);
    int done = sync_fails(file) ? -1 : real(file);
    note(done == 0 ? SYNC : SYNC_FAILED, inodes[file], 0, NULL, 0, NULL, NULL);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int fsync(int file)
{
    return synced(file, real_fsync);
}

int fdatasync(int file)
{
    return synced(file, real_fdatasync);
}

int ftruncate64(int file, off64_t length)
{
    if (!is_followed(file)) return real_ftruncate(file, length);
    pthread_mutex_lock(&lock);
    int done = truncate_fails(file, length) ? -1 : real_ftruncate(file, length);
    if (done == 0) note(TRUNCATE, inodes[file], (uint64_t)length, NULL, 0, NULL, NULL);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int ftruncate(int file, off_t length)
{
    return ftruncate64(file, length);
}

int fallocate64(int file, int mode, off64_t offset, off64_t length)
{
    /* Nobody is known to do this; a record without it would be wrong. */
    if (is_followed(file)) {
        errno = ENOSYS;
        fail("fallocate");
    }
    return real_fallocate(file, mode, offset, length);
}

int unlink(const char *path)
{
    char absolute[PATH_MAX];
    if (!is_ours(path, absolute)) return real_unlink(path);
    pthread_mutex_lock(&lock);
    int done = real_unlink(path);
    if (done == 0) note(UNLINK, 0, 0, NULL, 0, absolute, NULL);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int rename(const char *from, const char *to)
{
    char old[PATH_MAX], new[PATH_MAX];
    if (!is_ours(from, old) || !is_ours(to, new)) return real_rename(from, to);
    pthread_mutex_lock(&lock);
    int done = real_rename(from, to);
    if (done == 0) note(RENAME, 0, 0, NULL, 0, old, new);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

int mkdir(const char *path, mode_t mode)
{
    char absolute[PATH_MAX];
    if (!is_ours(path, absolute)) return real_mkdir(path, mode);
    pthread_mutex_lock(&lock);
    struct stat status;
    int done = real_mkdir(path, mode);
    if (done == 0 && stat(absolute, &status) == 0)
        note(MKDIR, status.st_ino, 0, NULL, 0, absolute, NULL);
    int error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}
