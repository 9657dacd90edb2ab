// Asks Swift's runtime whether the running code is on an actor. The library's own checks end the program if it is not.
#ifndef CEXECUTORS_SHIM_H
#define CEXECUTORS_SHIM_H

#include <stdbool.h>
#include <stdint.h>

extern bool swift_task_isCurrentExecutorWithFlags(void *identity, uintptr_t implementation, uint64_t flags)
    __attribute__((swiftcall));

/// Whether the job on this thread belongs to this executor. Without flags the runtime only answers, and checks nothing.
static inline bool almanac_is_current_executor(void *identity, uintptr_t implementation) {
  return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}

#endif
