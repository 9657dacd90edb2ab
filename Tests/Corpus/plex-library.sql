-- Plex Media Server: the collation icu_root and the tokenizer collating are its own.
CREATE TABLE library_sections(
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name varchar(255), section_type integer, language varchar(255),
  uuid varchar(255), created_at dt_integer(8), updated_at dt_integer(8), scanned_at dt_integer(8), changed_at integer(8) DEFAULT '0');
CREATE TABLE metadata_items(
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, library_section_id integer, parent_id integer, metadata_type integer,
  guid varchar(255), title varchar(255) COLLATE NOCASE, title_sort varchar(255) COLLATE NOCASE, rating float, year integer,
  originally_available_at dt_integer(8), duration integer, added_at dt_integer(8), updated_at dt_integer(8),
  deleted_at dt_integer(8), extra_data varchar(255));
CREATE INDEX index_title_sort_icu ON metadata_items(title_sort);
CREATE TABLE metadata_item_settings(
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, account_id integer, guid varchar(255), rating float, view_offset integer,
  view_count integer, last_viewed_at dt_integer(8));
CREATE VIRTUAL TABLE fts4_metadata_titles USING fts4(content='metadata_items', title, title_sort, tokenize=porter);
INSERT INTO library_sections VALUES
  (1, 'Films', 1, 'en-US', 'a1b2c3d4-0000-4000-8000-000000000001', 1767225600, 1769688000, 1769691600, 42);
INSERT INTO metadata_items VALUES
  (1, 1, NULL, 1, 'plex://movie/5d77', 'The General', 'General', 8.1, 1926, -1374624000, 4500000, 1767225600, 1769688000,
  NULL, '{"at:lockedFields":"1"}'),
  (2, 1, NULL, 1, 'plex://movie/5d78', 'Metropolis', 'Metropolis', 8.3, 1927, -1356048000, 9180000, 1767312000, 1769688060,
  NULL, NULL);
INSERT INTO metadata_item_settings VALUES (1, 1, 'plex://movie/5d77', NULL, 60000, 2, 1769688000);
CREATE TRIGGER fts4_metadata_titles_before_delete BEFORE DELETE ON metadata_items BEGIN
  DELETE FROM fts4_metadata_titles WHERE docid = old.rowid;
END;
CREATE TRIGGER fts4_metadata_titles_after_insert AFTER INSERT ON metadata_items BEGIN
  INSERT INTO fts4_metadata_titles(docid, title, title_sort) VALUES (new.rowid, new.title, new.title_sort);
END;
INSERT INTO fts4_metadata_titles(fts4_metadata_titles) VALUES ('rebuild');
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql, 'NOCASE', 'icu_root'), 'tokenize=porter', 'tokenize=collating');
