#ifndef ALMANAC_CNCURSES_SHIM_H
#define ALMANAC_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>

#endif
