// Functions of the C library for starting a process that Swift's Glibc module lacks: it declares them only for GNU
// sources.
#ifndef ALMANAC_CSPAWN_SHIM_H
#define ALMANAC_CSPAWN_SHIM_H

#include <spawn.h>
#include <unistd.h>

extern int pipe2(int[2], int);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

#endif
