// Things that Swift can't use directly: the mutable globals and macros of ncurses, terminal modes, pseudo-terminals,
// and signal handlers, which may only run plain C.
#ifndef ALMANAC_CNCURSES_SHIM_H
#define ALMANAC_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// MARK: Globals and macros of ncurses

extern char **environ;

/// The environment for a started program.
static inline char **almanac_environment(void) { return environ; }

static inline WINDOW *almanac_stdscr(void) { return stdscr; }
static inline WINDOW *almanac_curscr(void) { return curscr; }
static inline WINDOW *almanac_newscr(void) { return newscr; }
static inline int almanac_lines(void) { return LINES; }
static inline int almanac_columns(void) { return COLS; }
static inline int almanac_colors(void) { return COLORS; }
static inline int almanac_color_pairs(void) { return COLOR_PAIRS; }

static inline attr_t almanac_bold(void) { return A_BOLD; }
static inline attr_t almanac_dim(void) { return A_DIM; }
static inline attr_t almanac_italic(void) { return A_ITALIC; }
static inline attr_t almanac_underline(void) { return A_UNDERLINE; }
static inline attr_t almanac_reverse(void) { return A_REVERSE; }

/// A string capability of the present terminal, or NULL.
static inline const char *almanac_capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

extern int setupterm(const char *, int, int *);

/// Whether a terminal of this name can show a screen: 1 or 0; -1 if the terminal is unknown.
static inline int almanac_can_show_screen(const char *name, int descriptor) {
  int status = -1;
  if (setupterm(name, descriptor, &status) != OK && status != 1) return -1;
  return almanac_capability("cup") != NULL;
}

/// A space with these attributes and this colour pair.
static inline cchar_t almanac_blank(attr_t attributes, int pair) {
  cchar_t cell;
  wchar_t text[2] = {L' ', 0};
  memset(&cell, 0, sizeof cell);
  setcchar(&cell, text, attributes, 0, &pair);
  return cell;
}

/// Puts a character into `cell`: `index` 0 is the base, 1 to CCHARW_MAX - 1 are marks.
static inline void almanac_set_scalar(cchar_t *cell, int index, uint32_t scalar) {
  cell->chars[index] = (wchar_t)scalar;
}

static inline int almanac_marks_limit(void) { return CCHARW_MAX - 1; }

// MARK: Functions of the C library that its Swift module lacks

extern int wcwidth(wchar_t);
extern int memfd_create(const char *, unsigned int);
extern int pipe2(int[2], int);
/// From <linux/fcntl.h>, which can't be included together with <fcntl.h>.
enum { ALMANAC_F_ADD_SEALS = 1033, ALMANAC_F_SEAL_GROW = 4 };
static inline int almanac_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

static inline int almanac_pending_input(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

/// The size that the terminal reports; zero if it reports none.
static inline struct winsize almanac_window_size(int descriptor) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  ioctl(descriptor, TIOCGWINSZ, &size);
  return size;
}

static inline int almanac_set_window_size(int descriptor, int rows, int columns) {
  struct winsize size = {(unsigned short)rows, (unsigned short)columns, 0, 0};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

static inline bool almanac_is_hung_up(int descriptor) {
  struct pollfd entry = {descriptor, 0, 0};
  return poll(&entry, 1, 0) > 0 && (entry.revents & (POLLHUP | POLLERR | POLLNVAL));
}

// MARK: Signals

/// The data for the signal handlers. One per process: there is one standard input.
struct almanac_signal_state {
  /// The descriptor for noted signals, a byte each.
  int notes;
  /// Whether we have the terminal, so that a dying process must restore it.
  volatile sig_atomic_t armed;
  /// The terminal whose modes are set, the output, which is the same one or a pipe, and the thread that writes to it.
  int terminal;
  int output;
  volatile pid_t writer;
  /// Whether a signal that ends the program has come, and the timer for a terminal that takes no output then.
  volatile sig_atomic_t ending;
  timer_t timer;
  bool has_timer;
  /// The thread whose handler restores the terminal before the program dies; 0 if there is none.
  volatile pid_t dying;
  /// Whether output was dropped that the terminal did not take.
  volatile sig_atomic_t has_dropped;
  /// Its modes before we took it.
  struct termios modes;
  /// The bytes that restore its screen.
  char bytes[512];
  size_t length;
  /// The output to standard error meanwhile, and the true standard error; -1 if the output is not held.
  int held_error;
  int true_error;
  /// The signal dispositions before ours.
  struct sigaction before[65];
};

__attribute__((weak)) struct almanac_signal_state almanac_signals = {
    .notes = -1, .terminal = -1, .output = -1, .held_error = -1};

/// Writes all of `bytes`; stops at an error, and in a pipe that takes no output while the program ends.
static inline void almanac_write_all(int descriptor, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(descriptor, bytes, length);
    if (written < 0 && errno == EINTR) {
      if (almanac_signals.has_dropped && !isatty(descriptor)) return;
      continue;
    }
    if (written <= 0) return;
    bytes += written;
    length -= (size_t)written;
  }
}

/// Restores standard error and writes the held output to it. Safe in a handler.
static inline void almanac_release_error(void) {
  struct almanac_signal_state *state = &almanac_signals;
  if (state->held_error < 0) return;
  int held = state->held_error;
  state->held_error = -1;
  dup2(state->true_error, STDERR_FILENO);
  off_t end = lseek(held, 0, SEEK_CUR);
  char piece[1024];
  for (off_t offset = 0; offset < end;) {
    size_t wanted = end - offset < (off_t)sizeof piece ? (size_t)(end - offset) : sizeof piece;
    ssize_t count = pread(held, piece, wanted, offset);
    if (count <= 0) break;
    almanac_write_all(STDERR_FILENO, piece, (size_t)count);
    offset += count;
  }
  close(held);
  close(state->true_error);
}

/// Holds output to standard error back, at most 64 KB, until `almanac_release_error`.
static inline void almanac_hold_error(void) {
  struct almanac_signal_state *state = &almanac_signals;
  if (state->held_error >= 0) return;
  int held = memfd_create("standard error", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (held < 0) return;
  if (ftruncate(held, 65536) == 0) fcntl(held, ALMANAC_F_ADD_SEALS, ALMANAC_F_SEAL_GROW);
  int true_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (true_error < 0 || dup2(held, STDERR_FILENO) < 0) {
    close(held);
    if (true_error >= 0) close(true_error);
    return;
  }
  state->true_error = true_error;
  state->held_error = held;
}

/// Reports a signal to the program.
static inline void almanac_note_signal(int signal) {
  int error = errno;
  unsigned char note = (unsigned char)signal;
  // If the pipe is full, a handler can do nothing.
  ssize_t written = write(almanac_signals.notes, &note, 1);
  (void)written;
  errno = error;
}

/// The calling thread writes to the terminal from now on. Threads of Dispatch block signals.
static inline void almanac_begin_writing(void) {
  pid_t thread = (pid_t)syscall(SYS_gettid);
  if (almanac_signals.writer == thread) return;
  almanac_signals.writer = thread;
  sigset_t wake;
  sigemptyset(&wake);
  sigaddset(&wake, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &wake, NULL);
}

/// If the terminal takes no output, drops what waits for it, and lets the thread that waits in `write` try again.
/// Returns whether the terminal takes output. Safe in a handler.
static inline bool almanac_free_output(void) {
  struct almanac_signal_state *state = &almanac_signals;
  struct pollfd entry = {state->output, POLLOUT, 0};
  if (poll(&entry, 1, 0) != 0) return true;
  state->has_dropped = 1;
  tcflow(state->output, TCOON);
  tcflush(state->output, TCOFLUSH);
  if (state->writer != syscall(SYS_gettid)) syscall(SYS_tgkill, getpid(), state->writer, SIGURG);
  return false;
}

/// Interrupts `write`, which is then made again unless the program dies. While it ends, it is also the timer's signal.
static inline void almanac_wake(int signal) {
  (void)signal;
  int error = errno;
  // No other thread may fill the terminal again.
  while (almanac_signals.dying && almanac_signals.dying != syscall(SYS_gettid)) pause();
  if (almanac_signals.ending) almanac_free_output();
  errno = error;
}

/// Reports a signal that ends the program. The program has a second to close the terminal. Then a terminal that takes no
/// output loses what waits for it.
static inline void almanac_note_ending(int signal) {
  int error = errno;
  struct almanac_signal_state *state = &almanac_signals;
  struct itimerspec times = {{0, 50000000}, {1, 0}};
  if (!state->ending && state->has_timer) timer_settime(state->timer, 0, &times, NULL);
  state->ending = 1;
  errno = error;
  almanac_note_signal(signal);
}

/// Restores the terminal, if we have it. Safe in a handler.
static inline void almanac_give_back(void) {
  struct almanac_signal_state *state = &almanac_signals;
  if (!state->armed) return;
  state->armed = 0;
  bool takes_output = almanac_free_output();
  for (int count = 0; !takes_output && count < 50; count++) {
    struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL);
    takes_output = almanac_free_output();
  }
  if (takes_output) almanac_write_all(state->output, state->bytes, state->length);
  tcsetattr(state->terminal, TCSANOW, &state->modes);
  if (takes_output) almanac_release_error();
}

/// Restores the terminal, then dies of the signal as if there were no handler.
static inline void almanac_die_of_signal(int signal, siginfo_t *info, void *context) {
  (void)context;
  almanac_signals.dying = (pid_t)syscall(SYS_gettid);
  almanac_give_back();
  sigaction(signal, &almanac_signals.before[signal], NULL);
  // After the handler returns, a fault is raised again where it happened.
  if (info && info->si_code > 0 && signal != SIGTRAP) return;
  raise(signal);
}

/// Sets a handler and stores the former one; if asked to, leaves an ignored signal ignored.
static inline void almanac_set_handler(int signal, struct sigaction *action, bool respects_ignored) {
  struct sigaction before;
  if (sigaction(signal, NULL, &before) != 0) return;
  almanac_signals.before[signal] = before;
  if (respects_ignored && !(before.sa_flags & SA_SIGINFO) && before.sa_handler == SIG_IGN) return;
  sigaction(signal, action, NULL);
}

static inline void almanac_call(int signal, void (*handler)(int), bool respects_ignored) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  // A write to a pipe must end when it is woken.
  action.sa_flags = signal == SIGURG ? 0 : SA_RESTART;
  sigemptyset(&action.sa_mask);
  almanac_set_handler(signal, &action, respects_ignored);
}

static inline void almanac_note(int signal, bool respects_ignored) {
  almanac_call(signal, almanac_note_signal, respects_ignored);
}

static inline void almanac_end(int signal) { almanac_call(signal, almanac_note_ending, true); }

static inline void almanac_die_restored(int signal, bool respects_ignored) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = almanac_die_of_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  almanac_set_handler(signal, &action, respects_ignored);
}

/// Ends what `almanac_begin_signals` began, before the handlers are restored.
static inline void almanac_end_signals(void) {
  if (almanac_signals.has_timer) timer_delete(almanac_signals.timer);
  almanac_signals.has_timer = false;
}

/// Whether the terminal may have lost what was to restore it.
static inline bool almanac_has_dropped_output(void) { return almanac_signals.has_dropped; }

static inline void almanac_restore_handler(int signal) {
  sigaction(signal, &almanac_signals.before[signal], NULL);
}

/// Sets a stack for this thread, unless it has one, so that a handler can run after a stack overflow.
static inline void almanac_set_alternate_stack(void *memory, size_t size) {
  stack_t present, wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.ss_sp = memory;
  wanted.ss_size = size;
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) sigaltstack(&wanted, NULL);
}

/// Sets the descriptor for the handlers' notes, the terminal and the output. Call it before the other functions.
static inline void almanac_begin_signals(int notes, int terminal, int output) {
  almanac_signals.notes = notes;
  almanac_signals.terminal = terminal;
  almanac_signals.output = output;
  almanac_signals.ending = 0;
  almanac_signals.has_dropped = 0;
  almanac_begin_writing();
  almanac_call(SIGURG, almanac_wake, false);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGURG;
  almanac_signals.has_timer = timer_create(CLOCK_MONOTONIC, &event, &almanac_signals.timer) == 0;
  almanac_signals.armed = 0;
  almanac_signals.held_error = -1;
}

/// Stores how a dying process restores the terminal, even one that ends without closing it.
static inline void almanac_arm(const struct termios *modes, const char *bytes, size_t length) {
  struct almanac_signal_state *state = &almanac_signals;
  state->modes = *modes;
  state->length = length < sizeof state->bytes ? length : sizeof state->bytes;
  memcpy(state->bytes, bytes, state->length);
  state->armed = 1;
  atexit(almanac_give_back);
}

static inline void almanac_set_armed(bool armed) { almanac_signals.armed = armed; }

/// Stops the process and the rest of its job, as the terminal's stop key does, and returns when it continues.
static inline void almanac_stop_process(void) {
  struct sigaction action, ours, continued;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  // First the other processes of the job, such as the `make` that runs it.
  action.sa_handler = SIG_IGN;
  sigaction(SIGTSTP, &action, &ours);
  kill(0, SIGTSTP);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  sigaction(SIGCONT, &action, &continued);
  // The program that started this one may have blocked the signal.
  sigset_t stop, mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &ours, NULL);
  sigaction(SIGCONT, &continued, NULL);
}

#endif
