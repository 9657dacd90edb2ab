#ifndef ALMANAC_CSQLITE_LINUX_H
#define ALMANAC_CSQLITE_LINUX_H

// Functions of Linux that Swift's Glibc module lacks, for watching a database's folder, and for a process with a thread
// for each connection.
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/vfs.h>
#include <time.h>

// <poll.h> declares it only for GNU sources, and an importer may not be one.
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

/// Uses one heap for all threads. By default each thread has its own, and keeps megabytes that the others could use.
static inline void almanac_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

/// Gives free pages of the heap back to the system. By default those between used ones stay.
static inline void almanac_return_free_pages(void) { malloc_trim(0); }

#endif
