#ifndef ALMANAC_CSQLITE_LINUX_H
#define ALMANAC_CSQLITE_LINUX_H

// What Linux has and Swift's Glibc module lacks: for watching a database's folder, and for a process with a thread a
// connection.
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/vfs.h>
#include <time.h>

// <poll.h> declares it only for GNU sources, which an importer may or may not be.
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

/// Keeps one heap for all threads. By itself each thread gets its own, and holds megabytes that the others could use.
static inline void almanac_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

#endif
