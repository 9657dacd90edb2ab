-- Chrome, Cookies: no primary key is declared; the key is a UNIQUE index of five columns.
CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
CREATE TABLE cookies(
  creation_utc INTEGER NOT NULL, host_key TEXT NOT NULL, top_frame_site_key TEXT NOT NULL, name TEXT NOT NULL,
  value TEXT NOT NULL, encrypted_value BLOB NOT NULL, path TEXT NOT NULL, expires_utc INTEGER NOT NULL,
  is_secure INTEGER NOT NULL, is_httponly INTEGER NOT NULL, last_access_utc INTEGER NOT NULL,
  has_expires INTEGER NOT NULL, is_persistent INTEGER NOT NULL, priority INTEGER NOT NULL, samesite INTEGER NOT NULL,
  source_scheme INTEGER NOT NULL, source_port INTEGER NOT NULL, last_update_utc INTEGER NOT NULL);
CREATE UNIQUE INDEX cookies_unique_index ON cookies(
  host_key, top_frame_site_key, name, path, source_scheme, source_port);
INSERT INTO meta VALUES ('version', '21');
INSERT INTO cookies VALUES
  (13414161600000000, '.example.org', '', 'session', '', x'7631306a8b00ff', '/', 0, 1, 1, 13414161600000001, 0, 0, 1,
  -1, 2, 443, 13414161600000000),
  (13414161700000000, 'www.example.com', '', 'theme', 'dark', x'', '/', 13445697600000000, 0, 1, 13414161700000000, 1, 1,
  1, 0, 2, 443, 13414161700000000);
