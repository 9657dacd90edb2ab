#ifndef ALMANAC_CSQLITE_LINUX_H
#define ALMANAC_CSQLITE_LINUX_H

// What watching a database's folder needs of Linux and Swift's Glibc module lacks.
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/vfs.h>
#include <time.h>

// <poll.h> declares it only for GNU sources, which an importer may or may not be.
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

#endif
