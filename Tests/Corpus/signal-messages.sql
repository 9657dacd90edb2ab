-- Signal for Android, decrypted: milliseconds, spans of time that are no moments, an FTS5 index with triggers.
CREATE TABLE recipient(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER DEFAULT 0, e164 TEXT UNIQUE, aci TEXT UNIQUE, blocked INTEGER DEFAULT 0,
  message_expiration_time INTEGER DEFAULT 0, registered INTEGER DEFAULT 0, profile_given_name TEXT, profile_family_name TEXT,
  profile_joined_name TEXT, last_profile_fetch INTEGER DEFAULT 0, mute_until INTEGER DEFAULT 0);
CREATE TABLE thread(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, meaningful_messages INTEGER DEFAULT 0,
  recipient_id INTEGER NOT NULL UNIQUE REFERENCES recipient(_id) ON DELETE CASCADE, read INTEGER DEFAULT 1, snippet TEXT,
  expires_in INTEGER DEFAULT 0, last_seen INTEGER DEFAULT 0, active INTEGER DEFAULT 0);
CREATE TABLE message(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, date_sent INTEGER NOT NULL, date_received INTEGER NOT NULL,
  date_server INTEGER DEFAULT -1, thread_id INTEGER NOT NULL REFERENCES thread(_id) ON DELETE CASCADE,
  from_recipient_id INTEGER NOT NULL REFERENCES recipient(_id) ON DELETE CASCADE, type INTEGER NOT NULL, body TEXT,
  read INTEGER DEFAULT 0, expires_in INTEGER DEFAULT 0, expire_started INTEGER DEFAULT 0, notified INTEGER DEFAULT 0,
  receipt_timestamp INTEGER DEFAULT -1, view_once INTEGER DEFAULT 0);
CREATE UNIQUE INDEX message_unique_sent_from_thread ON message(date_sent, from_recipient_id, thread_id);
CREATE VIRTUAL TABLE message_fts USING fts5(body, thread_id UNINDEXED, content=message, content_rowid=_id);
CREATE TABLE key_value(key TEXT UNIQUE, value TEXT, type INTEGER);
INSERT INTO recipient VALUES
  (1, 0, '+15550100', 'a1b2c3d4-0000-4000-8000-000000000001', 0, 2419200, 1, 'Grace', 'Hopper', 'Grace Hopper', 1769688000000, 0),
  (2, 0, '+15550101', 'a1b2c3d4-0000-4000-8000-000000000002', 1, 0, 1, 'Ada', NULL, 'Ada', 1769688000000, 0);
INSERT INTO thread VALUES (1, 1769688000123, 2, 1, 1, 'See you', 2419200000, 1769688000123, 1);
INSERT INTO message VALUES
  (1, 1769684400123, 1769684401000, 1769684400500, 1, 1, 10485780, 'At noon?', 1, 2419200000, 1769684500000, 1, -1, 0),
  (2, 1769688000123, 1769688000123, -1, 1, 2, 10485783, 'See you', 1, 2419200000, 1769688000123, 0, 1769688001000, 0);
INSERT INTO message_fts(message_fts) VALUES ('rebuild');
INSERT INTO key_value VALUES ('settings.theme', 'dark', 4), ('last_backup', '1769688000000', 3);
CREATE TRIGGER message_ai AFTER INSERT ON message BEGIN
  INSERT INTO message_fts(rowid, body, thread_id) VALUES (new._id, new.body, new.thread_id);
END;
CREATE TRIGGER message_ad AFTER DELETE ON message BEGIN
  INSERT INTO message_fts(message_fts, rowid, body, thread_id) VALUES ('delete', old._id, old.body, old.thread_id);
END;
CREATE TRIGGER message_au AFTER UPDATE ON message BEGIN
  INSERT INTO message_fts(message_fts, rowid, body, thread_id) VALUES ('delete', old._id, old.body, old.thread_id);
  INSERT INTO message_fts(rowid, body, thread_id) VALUES (new._id, new.body, new.thread_id);
END;
