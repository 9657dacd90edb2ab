-- Messages of macOS, chat.db: nanoseconds since 2001; triggers call functions of Messages.
CREATE TABLE handle(
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, id TEXT NOT NULL, country TEXT, service TEXT NOT NULL,
  uncanonicalized_id TEXT, UNIQUE (id, service));
CREATE TABLE chat(
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, style INTEGER, state INTEGER, chat_identifier TEXT,
  service_name TEXT, display_name TEXT, is_archived INTEGER DEFAULT 0, last_read_message_timestamp INTEGER DEFAULT 0);
CREATE TABLE message(
  ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, handle_id INTEGER DEFAULT 0,
  service TEXT, error INTEGER DEFAULT 0, date INTEGER, date_read INTEGER, date_delivered INTEGER,
  is_from_me INTEGER DEFAULT 0, is_read INTEGER DEFAULT 0, item_type INTEGER DEFAULT 0, attributedBody BLOB);
CREATE TABLE chat_message_join(
  chat_id INTEGER REFERENCES chat(ROWID) ON DELETE CASCADE, message_id INTEGER REFERENCES message(ROWID) ON DELETE CASCADE,
  message_date INTEGER DEFAULT 0, PRIMARY KEY (chat_id, message_id));
CREATE TABLE deleted_messages(ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, guid TEXT NOT NULL);
INSERT INTO handle VALUES (1, '+15550100', 'us', 'iMessage', NULL), (2, 'ada@example.org', 'us', 'iMessage', NULL);
INSERT INTO chat VALUES (1, 'iMessage;-;+15550100', 45, 3, '+15550100', 'iMessage', '', 0, 0);
INSERT INTO message VALUES
  (1, 'A1B2C3D4-0000-4000-8000-000000000001', 'Shall we meet at noon?', 1, 'iMessage', 0, 791380800123456768,
  791380860000000000, 0, 0, 1, 0, x'040b73747265616d7479706564'),
  (2, 'A1B2C3D4-0000-4000-8000-000000000002', NULL, 1, 'iMessage', 0, 791384400000000000, 0, 791384401000000000, 1, 0, 0,
  x'040b73747265616d7479706564');
INSERT INTO chat_message_join VALUES (1, 1, 791380800123456768), (1, 2, 791384400000000000), (9, 2, 0);
CREATE TRIGGER after_delete_on_message AFTER DELETE ON message BEGIN
  DELETE FROM chat_message_join WHERE message_id = OLD.ROWID;
END;
CREATE TRIGGER add_to_deleted_messages AFTER DELETE ON message BEGIN
  INSERT INTO deleted_messages(guid) VALUES (OLD.guid);
END;
CREATE TRIGGER update_last_read AFTER UPDATE OF is_read ON message WHEN NEW.is_from_me = 1 BEGIN
  SELECT after_delete_message_plugin(NEW.ROWID, NEW.guid);
END;
