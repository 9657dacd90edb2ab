#ifndef ALMANAC_CSQLITE_SHIM_H
#define ALMANAC_CSQLITE_SHIM_H

// The pre-update hook and the column metadata are declared only when these stand before the header.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_COLUMN_METADATA 1
#include <sqlite3.h>

#endif
