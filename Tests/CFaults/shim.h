// A variadic function of SQLite, which Swift does not import. It is declared here because the header belongs to
// CSQLite.
#ifndef ALMANAC_CFAULTS_SHIM_H
#define ALMANAC_CFAULTS_SHIM_H

extern int sqlite3_config(int, ...);

// SQLITE_CONFIG_GETMALLOC and SQLITE_CONFIG_MALLOC.
static inline int cfaults_get_memory(void *methods) { return sqlite3_config(5, methods); }
static inline int cfaults_set_memory(void *methods) { return sqlite3_config(4, methods); }

#endif
