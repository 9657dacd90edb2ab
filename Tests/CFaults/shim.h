// A variadic function of SQLite, which Swift does not import.
#ifndef ALMANAC_CFAULTS_SHIM_H
#define ALMANAC_CFAULTS_SHIM_H

#include <sqlite3.h>

static inline int cfaults_get_memory(void *methods) { return sqlite3_config(SQLITE_CONFIG_GETMALLOC, methods); }
static inline int cfaults_set_memory(void *methods) { return sqlite3_config(SQLITE_CONFIG_MALLOC, methods); }

#endif
