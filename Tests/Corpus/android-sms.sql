-- Android, mmssms.db: milliseconds and seconds in columns of one name; triggers keep threads.
CREATE TABLE threads(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, message_count INTEGER DEFAULT 0, recipient_ids TEXT,
  snippet TEXT, read INTEGER DEFAULT 1, archived INTEGER DEFAULT 0, type INTEGER DEFAULT 0, error INTEGER DEFAULT 0);
CREATE TABLE sms(
  _id INTEGER PRIMARY KEY, thread_id INTEGER, address TEXT, person INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0,
  protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER, reply_path_present INTEGER, subject TEXT,
  body TEXT, service_center TEXT, locked INTEGER DEFAULT 0, error_code INTEGER DEFAULT 0, seen INTEGER DEFAULT 0);
CREATE TABLE pdu(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0, msg_box INTEGER,
  read INTEGER DEFAULT 0, m_id TEXT, sub TEXT, exp INTEGER, m_size INTEGER);
CREATE TABLE canonical_addresses(_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT);
INSERT INTO threads VALUES (1, 1769688000123, 2, '1', 'Until then!', 0, 0, 0, 0), (2, 1769601600000, 1, '2', 'Your code is 1234', 1, 0, 0, 0);
INSERT INTO sms VALUES
  (1, 1, '+15550100', NULL, 1769684400123, 1769684399000, 0, 1, -1, 1, 0, NULL, 'At noon?', '+15550199', 0, 0, 1),
  (2, 1, '+15550100', NULL, 1769688000123, 0, NULL, 1, -1, 2, NULL, NULL, 'Until then!', NULL, 0, 0, 1),
  (3, 2, 'BANK', NULL, 1769601600000, 1769601598000, 0, 0, -1, 1, 0, NULL, 'Your code is 1234', NULL, 0, 0, 0);
INSERT INTO pdu VALUES (1, 1, 1769688000, 0, 1, 1, 'm1@example', NULL, 604800, 20480);
INSERT INTO canonical_addresses VALUES (1, '+15550100'), (2, 'BANK');
CREATE TRIGGER sms_update_thread_on_delete AFTER DELETE ON sms BEGIN
  UPDATE threads SET message_count = (SELECT count(*) FROM sms WHERE thread_id = OLD.thread_id) WHERE _id = OLD.thread_id;
END;
CREATE TRIGGER sms_update_thread_read AFTER UPDATE OF read ON sms BEGIN
  UPDATE threads SET read = NOT EXISTS (SELECT 1 FROM sms WHERE read = 0 AND thread_id = NEW.thread_id) WHERE _id = NEW.thread_id;
END;
