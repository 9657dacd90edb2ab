-- Chrome, History: moments are microseconds since 1601, whatever the columns are called.
CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
CREATE TABLE urls(
  id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0 NOT NULL,
  typed_count INTEGER DEFAULT 0 NOT NULL, last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
CREATE INDEX urls_url_index ON urls(url);
CREATE TABLE visits(
  id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL, visit_time INTEGER NOT NULL, from_visit INTEGER,
  transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER, visit_duration INTEGER DEFAULT 0 NOT NULL);
CREATE INDEX visits_url_index ON visits(url);
CREATE TABLE downloads(
  id INTEGER PRIMARY KEY, guid VARCHAR NOT NULL, current_path LONGVARCHAR NOT NULL, start_time INTEGER NOT NULL,
  received_bytes INTEGER NOT NULL, total_bytes INTEGER NOT NULL, state INTEGER NOT NULL, end_time INTEGER NOT NULL,
  opened INTEGER NOT NULL, last_access_time INTEGER NOT NULL, transient INTEGER NOT NULL, mime_type VARCHAR(255) NOT NULL);
CREATE TABLE segments(id INTEGER PRIMARY KEY, name VARCHAR, url_id INTEGER NON NULL);
CREATE TABLE segment_usage(
  id INTEGER PRIMARY KEY, segment_id INTEGER NOT NULL, time_slot INTEGER NOT NULL, visit_count INTEGER DEFAULT 0 NOT NULL);
INSERT INTO meta VALUES ('mmap_status', '-1'), ('version', '58'), ('last_compatible_version', '16');
INSERT INTO urls VALUES
  (1, 'https://example.org/', 'Example', 4, 1, 13414161600000000, 0),
  (2, 'https://example.org/about', 'About us', 1, 0, 13414165200000000, 0),
  (3, 'https://example.com/login?next=%2F', '', 2, 0, 0, 1);
INSERT INTO visits VALUES
  (1, 1, 13414161600000000, 0, 805306368, 1, 5000000), (2, 1, 13414161700000000, 1, 805306368, 0, 0),
  (3, 2, 13414165200000000, 1, 268435457, 0, 61000000);
INSERT INTO downloads VALUES
  (1, '0b2a3c4d-1111-4222-8333-444455556666', '/home/ada/report.pdf', 13414161600000000, 52000, 52000, 1,
  13414161605000000, 1, 0, 0, 'application/pdf');
INSERT INTO segments VALUES (1, 'http://example.org/', 1);
INSERT INTO segment_usage VALUES (1, 1, 13414129200000000, 3);
