-- Firefox, places.sqlite: moments are microseconds since 1970; an UPDATE trigger calls a function of Firefox.
CREATE TABLE moz_origins(
  id INTEGER PRIMARY KEY, prefix TEXT NOT NULL, host TEXT NOT NULL, frecency INTEGER NOT NULL, UNIQUE (prefix, host));
CREATE TABLE moz_places(
  id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR, visit_count INTEGER DEFAULT 0,
  hidden INTEGER DEFAULT 0 NOT NULL, typed INTEGER DEFAULT 0 NOT NULL, frecency INTEGER DEFAULT -1 NOT NULL,
  last_visit_date INTEGER, guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL, url_hash INTEGER DEFAULT 0 NOT NULL,
  description TEXT, preview_image_url TEXT, origin_id INTEGER REFERENCES moz_origins(id));
CREATE INDEX moz_places_url_hashindex ON moz_places(url_hash);
CREATE UNIQUE INDEX moz_places_guid_uniqueindex ON moz_places(guid);
CREATE TABLE moz_historyvisits(
  id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER, visit_date INTEGER, visit_type INTEGER, session INTEGER);
CREATE TABLE moz_bookmarks(
  id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER, position INTEGER, title LONGVARCHAR,
  keyword_id INTEGER, folder_type TEXT, dateAdded INTEGER, lastModified INTEGER, guid TEXT);
CREATE TABLE moz_inputhistory(
  place_id INTEGER NOT NULL, input LONGVARCHAR NOT NULL, use_count INTEGER, PRIMARY KEY (place_id, input));
CREATE TABLE moz_meta(key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
INSERT INTO moz_origins VALUES (1, 'https://', 'example.org', 2100), (2, 'https://', 'example.com', 100);
INSERT INTO moz_places VALUES
  (1, 'https://example.org/', 'Example', 'gro.elpmaxe.', 2, 0, 1, 2100, 1769688000000000, 'aaaaaaaaaaa1', 1,
  47358032558425, NULL, NULL, 1),
  (2, 'https://example.com/a', NULL, 'moc.elpmaxe.', 0, 0, 0, -1, NULL, 'aaaaaaaaaaa2', 0, 47356411089529, NULL, NULL, 2);
INSERT INTO moz_historyvisits VALUES (1, 0, 1, 1769688000000000, 1, 0), (2, 1, 1, 1769691600123456, 2, 0);
INSERT INTO moz_bookmarks VALUES
  (1, 2, NULL, 0, 0, '', NULL, NULL, 1767225600000000, 1769688000000000, 'root________'),
  (2, 1, 1, 1, 0, 'Example', NULL, NULL, 1769688000000000, 1769688000000000, 'aaaaaaaaaab2');
INSERT INTO moz_inputhistory VALUES (1, 'exa', 3);
INSERT INTO moz_meta VALUES ('origin_frecency_count', 2), ('sync/history/syncId', 'abc');
CREATE TRIGGER moz_places_afterdelete AFTER DELETE ON moz_places BEGIN
  SELECT hash(OLD.url);
  UPDATE moz_origins SET frecency = 0 WHERE id = OLD.origin_id;
END;
