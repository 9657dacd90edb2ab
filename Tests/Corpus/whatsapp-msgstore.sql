-- WhatsApp for Android, msgstore.db: milliseconds; an FTS4 index kept by triggers.
CREATE TABLE jid(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL, server TEXT NOT NULL, agent INTEGER, type INTEGER, raw_string TEXT);
CREATE TABLE chat(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, jid_row_id INTEGER UNIQUE, hidden INTEGER, subject TEXT, created_timestamp INTEGER,
  archived INTEGER, sort_timestamp INTEGER, mute_end_time INTEGER, unseen_message_count INTEGER);
CREATE TABLE message(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, chat_row_id INTEGER NOT NULL, from_me INTEGER NOT NULL, key_id TEXT NOT NULL,
  sender_jid_row_id INTEGER, status INTEGER, starred INTEGER, message_type INTEGER, timestamp INTEGER,
  received_timestamp INTEGER, receipt_server_timestamp INTEGER, text_data TEXT, sort_id INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX message_key_index ON message(chat_row_id, from_me, key_id, sender_jid_row_id);
CREATE VIRTUAL TABLE message_ftsv2 USING fts4(content, fts_jid, fts_namespace);
CREATE TABLE props(_id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, value TEXT);
CREATE VIEW chat_view AS SELECT c._id AS _id, j.raw_string AS raw_string_jid, c.subject AS subject,
  c.sort_timestamp AS sort_timestamp FROM chat AS c JOIN jid AS j ON j._id = c.jid_row_id;
INSERT INTO jid VALUES (1, '15550100', 's.whatsapp.net', 0, 0, '15550100@s.whatsapp.net'), (2, '15550101-1600000000', 'g.us', 0, 1, '15550101-1600000000@g.us');
INSERT INTO chat VALUES (1, 1, 0, NULL, NULL, 0, 1769688000000, 0, 0), (2, 2, 0, 'Reading circle', 1600000000000, 0, 1769691600000, -1, 3);
INSERT INTO message VALUES
  (1, 1, 0, '3EB0AAAA', 0, 0, 0, 0, 1769684400000, 1769684401123, -1, 'Did you finish it?', 1),
  (2, 1, 1, '3EB0BBBB', 0, 13, 1, 0, 1769688000000, 1769688000100, 1769688000500, 'Last night!', 2);
INSERT INTO message_ftsv2(docid, content, fts_jid, fts_namespace) VALUES (1, 'did you finish it', '1', '1'), (2, 'last night', '1', '1');
INSERT INTO props VALUES (1, 'fts_ready', '5'), (2, 'last_backup', '1769688000000');
CREATE TRIGGER message_bd_for_fts BEFORE DELETE ON message BEGIN
  DELETE FROM message_ftsv2 WHERE docid = old._id;
END;
