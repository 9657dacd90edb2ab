// Dispatch's interface for a thread that drains its main queue: what Foundation's run loop stands on.
#ifndef CMAINQUEUE_SHIM_H
#define CMAINQUEUE_SHIM_H

// A descriptor, an eventfd, that is readable when the main queue has work.
extern int _dispatch_get_main_queue_handle_4CF(void);
// Does the work that the main queue has. On the main thread.
extern void _dispatch_main_queue_callback_4CF(void *unused);

#endif
