#ifndef ALMANAC_CSQLITE_SHIM_H
#define ALMANAC_CSQLITE_SHIM_H

// The header declares the pre-update hook and the column metadata only with these definitions before it.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_COLUMN_METADATA 1
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift does not import. A null pointer would bind NULL: empty is not NULL.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int position, const void *bytes, sqlite3_uint64 count,
                                    unsigned char encoding) {
  return sqlite3_bind_text64(statement, position, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, encoding);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int position, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, position, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// A variadic function, which Swift does not import.
static inline void csqlite_skip_checkpoint_on_close(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Also a variadic function. Call it before SQLite is initialized.
static inline int csqlite_log_to(void (*log)(void *, int, const char *)) {
  return sqlite3_config(SQLITE_CONFIG_LOG, log, (void *)0);
}

// Switches an option such as SQLITE_DBCONFIG_ENABLE_FKEY on or off.
static inline void csqlite_switch(sqlite3 *database, int option, int isOn) {
  sqlite3_db_config(database, option, isOn, (int *)0);
}

static inline void csqlite_refuse_quoted_strings(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

// Copies the beginning of a log's index, at most the 32 KB of its first part, into `bytes`. Returns 0 if the connection
// has no log open. SQLite keeps the index in memory shared with other processes, which may change it during the copy:
// it begins with two equal copies of one header.
static inline int csqlite_read_log_index(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = 0, *log = 0;
  volatile void *region = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods)
    return 0;
  // Without a log this asks for the rollback journal, which a read-only connection never opens.
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK || !log || !log->pMethods)
    return 0;
  if (file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
  // Extends nothing: if no part is mapped, none is made.
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || !region) return 0;
  for (int place = 0; place < count && place < 32768; place++)
    ((unsigned char *)bytes)[place] = ((volatile unsigned char *)region)[place];
  return 1;
}

#endif
