-- dnf, history.sqlite of a package manager: dt_begin and dt_end in seconds, states as numbers.
CREATE TABLE config(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE trans(
  id INTEGER PRIMARY KEY AUTOINCREMENT, dt_begin INTEGER NOT NULL, dt_end INTEGER, rpmdb_version_begin TEXT, rpmdb_version_end TEXT,
  releasever TEXT NOT NULL, user_id INTEGER NOT NULL, cmdline TEXT, state INTEGER NOT NULL, comment TEXT DEFAULT '');
CREATE TABLE rpm(
  item_id INTEGER UNIQUE NOT NULL, name TEXT NOT NULL, epoch INTEGER NOT NULL, version TEXT NOT NULL, release TEXT NOT NULL, arch TEXT NOT NULL,
  CONSTRAINT rpm_unique_nevra UNIQUE (name, epoch, version, release, arch));
CREATE TABLE trans_item(
  id INTEGER PRIMARY KEY AUTOINCREMENT, trans_id INTEGER REFERENCES trans(id), item_id INTEGER, action INTEGER NOT NULL, reason INTEGER NOT NULL, state INTEGER NOT NULL);
INSERT INTO config VALUES ('version', '1.2');
INSERT INTO trans VALUES
  (1, 1769688000, 1769688042, 'a1', 'b2', '41', 1000, 'install htop', 1, ''), (2, 1769691600, 1769691620, 'b2', 'c3', '41', 4294967295, 'upgrade', 1, '');
INSERT INTO rpm VALUES (1, 'htop', 0, '3.3.0', '1.fc41', 'x86_64'), (2, 'bash', 0, '5.2.32', '1.fc41', 'x86_64');
INSERT INTO trans_item VALUES (1, 1, 1, 1, 2, 1), (2, 2, 2, 8, 1, 1);
