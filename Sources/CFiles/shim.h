// Calls of Linux that Swift's Glibc module lacks: the C library declares them only for GNU sources.
#ifndef ALMANAC_CFILES_SHIM_H
#define ALMANAC_CFILES_SHIM_H

// Without <fcntl.h>, whose types this module would share with Glibc: then Swift may want this module imported for them.
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// When a file was made. Returns 0 if the file system doesn't know.
static inline int cfiles_birth(const char *path, long long *seconds, unsigned int *nanoseconds) {
  struct statx status;
  const int currentFolder = -100;  // AT_FDCWD
  if (syscall(SYS_statx, currentFolder, path, 0, STATX_BTIME, &status) != 0) return 0;
  if (!(status.stx_mask & STATX_BTIME)) return 0;
  *seconds = status.stx_btime.tv_sec;
  *nanoseconds = status.stx_btime.tv_nsec;
  return 1;
}

// Makes an own table of files for this thread, without the files of the process but standard input, output and error.
// Returns a negative number if that fails.
static inline int cfiles_own_table(void) {
#ifdef SYS_close_range
  const unsigned int unshare = 1U << 1;  // CLOSE_RANGE_UNSHARE
  return (int)syscall(SYS_close_range, 3U, ~0U, unshare);
#else
  return (int)syscall(-1);
#endif
}

#endif
