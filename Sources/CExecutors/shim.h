// Swift's runtime, asked whether the code that runs is on an actor: the library's own checks end the program where it
// is not.
#ifndef CEXECUTORS_SHIM_H
#define CEXECUTORS_SHIM_H

#include <stdbool.h>
#include <stdint.h>

extern bool swift_task_isCurrentExecutorWithFlags(void *identity, uintptr_t implementation, uint64_t flags)
    __attribute__((swiftcall));

/// Whether the job that runs on this thread is one of this executor. Without flags the runtime only answers.
static inline bool almanac_is_current_executor(void *identity, uintptr_t implementation) {
  return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}

#endif
