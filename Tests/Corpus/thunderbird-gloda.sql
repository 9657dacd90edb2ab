-- Thunderbird, global-messages-db.sqlite: microseconds in `date`; an FTS3 table whose tokenizer is Thunderbird's.
CREATE TABLE folderLocations(id INTEGER PRIMARY KEY, folderURI TEXT NOT NULL, dirtyStatus INTEGER NOT NULL, name TEXT NOT NULL, indexingPriority INTEGER NOT NULL);
CREATE TABLE conversations(id INTEGER PRIMARY KEY, subject TEXT NOT NULL, oldestMessageDate INTEGER, newestMessageDate INTEGER);
CREATE TABLE messages(
  id INTEGER PRIMARY KEY, folderID INTEGER, messageKey INTEGER, conversationID INTEGER NOT NULL, date INTEGER, headerMessageID TEXT,
  deleted INTEGER NOT NULL DEFAULT 0, jsonAttributes TEXT, notability INTEGER NOT NULL DEFAULT 0);
CREATE INDEX messages_date ON messages(date);
CREATE TABLE contacts(id INTEGER PRIMARY KEY, directoryUUID TEXT, contactUUID TEXT, popularity INTEGER, frecency INTEGER, name TEXT, jsonAttributes TEXT);
CREATE TABLE identities(id INTEGER PRIMARY KEY, contactID INTEGER NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, description TEXT NOT NULL, relay INTEGER NOT NULL);
CREATE VIRTUAL TABLE messagesText USING fts3(tokenize porter, body, subject, attachmentNames, author, recipients);
INSERT INTO folderLocations VALUES (1, 'mailbox://nobody@Local%20Folders/Inbox', 0, 'Inbox', 50);
INSERT INTO conversations VALUES (1, 'Meeting on Thursday', 1769684400000000, 1769688000000000);
INSERT INTO messages VALUES
  (32, 1, 12, 1, 1769684400000000, 'aa11@example.org', 0, '{"43":1,"58":[1]}', 8), (33, 1, 13, 1, 1769688000000000, 'aa12@example.org', 0, NULL, 3);
INSERT INTO contacts VALUES (1, NULL, NULL, 5, 0, 'Grace Hopper', NULL);
INSERT INTO identities VALUES (1, 1, 'email', 'grace@example.org', '', 0);
INSERT INTO messagesText(docid, body, subject, author) VALUES (32, 'Shall we meet?', 'Meeting on Thursday', 'Grace'), (33, 'Yes.', 'Re: Meeting', 'Ada');
CREATE TRIGGER messages_text_delete AFTER DELETE ON messages BEGIN
  DELETE FROM messagesText WHERE docid = OLD.id;
END;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'tokenize porter', 'tokenize mozporter');
