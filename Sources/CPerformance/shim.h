// Instruction counts of the kernel, whose system call has no function in the C library.
#ifndef ALMANAC_CPERFORMANCE_SHIM_H
#define ALMANAC_CPERFORMANCE_SHIM_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// Starts counting a thread's instructions outside the kernel. Returns a descriptor to read the count from, eight
/// bytes; -1 if the processor does not count, or the system forbids it.
static inline int almanac_count_instructions(pid_t thread) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return (int)syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

#endif
