-- Android, contacts2.db: a collation PHONEBOOK and a function of Android; milliseconds.
CREATE TABLE raw_contacts(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER, sourceid TEXT, version INTEGER NOT NULL DEFAULT 1,
  dirty INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0, contact_id INTEGER, times_contacted INTEGER NOT NULL DEFAULT 0,
  last_time_contacted INTEGER, starred INTEGER NOT NULL DEFAULT 0, display_name TEXT, display_name_alt TEXT,
  sort_key TEXT COLLATE NOCASE, phonebook_label TEXT);
CREATE INDEX raw_contact_sort_key1_index ON raw_contacts(sort_key);
CREATE TABLE data(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype_id INTEGER NOT NULL, raw_contact_id INTEGER REFERENCES raw_contacts(_id) NOT NULL,
  is_primary INTEGER NOT NULL DEFAULT 0, data_version INTEGER NOT NULL DEFAULT 0, data1 TEXT, data2 TEXT, data15 BLOB);
CREATE TABLE mimetypes(_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL);
CREATE TABLE calls(
  _id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT, date INTEGER, duration INTEGER, type INTEGER, new INTEGER, name TEXT,
  is_read INTEGER, last_modified INTEGER DEFAULT 0);
INSERT INTO raw_contacts VALUES
  (1, 1, NULL, 3, 0, 0, 1, 4, 1769688000000, 1, 'Grace Hopper', 'Hopper, Grace', 'Grace Hopper', 'G'),
  (2, 1, NULL, 1, 1, 0, 2, 0, 0, 0, 'Ada Byron', 'Byron, Ada', 'Ada Byron', 'A');
INSERT INTO mimetypes VALUES (1, 'vnd.android.cursor.item/phone_v2'), (2, 'vnd.android.cursor.item/photo');
INSERT INTO data VALUES (1, 1, 1, 1, 0, '+1 555-0100', '2', NULL), (2, 2, 1, 0, 0, NULL, NULL, x'ffd8ffe000104a464946');
INSERT INTO calls VALUES
  (1, '+15550100', 1769688000123, 61, 1, 0, 'Grace Hopper', 1, 1769688061000), (2, '+15550101', 1769691600456, 0, 3, 1, NULL, 0, 1769691600456);
CREATE TRIGGER raw_contacts_deleted BEFORE DELETE ON raw_contacts BEGIN
  DELETE FROM data WHERE raw_contact_id = OLD._id;
END;
CREATE TRIGGER raw_contacts_marked_updated AFTER UPDATE OF display_name ON raw_contacts BEGIN
  UPDATE raw_contacts SET phonebook_label = GET_PHONEBOOK_LABEL(NEW.display_name) WHERE _id = NEW._id;
END;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'NOCASE', 'PHONEBOOK');
