// Dispatch's interface for a thread that drains its main queue, which Foundation's run loop uses.
#ifndef CMAINQUEUE_SHIM_H
#define CMAINQUEUE_SHIM_H

// An eventfd that is readable when the main queue has work.
extern int _dispatch_get_main_queue_handle_4CF(void);
// Runs the work of the main queue. Call it on the main thread.
extern void _dispatch_main_queue_callback_4CF(void *unused);

#endif
