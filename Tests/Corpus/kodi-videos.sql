-- Kodi, MyVideos.db: columns c00 to c23, texts of moments, triggers that delete links.
CREATE TABLE path(idPath INTEGER PRIMARY KEY, strPath TEXT, strContent TEXT, scanRecursive INTEGER, noUpdate BOOL, exclude BOOL, dateAdded TEXT);
CREATE TABLE files(idFile INTEGER PRIMARY KEY, idPath INTEGER, strFilename TEXT, playCount INTEGER, lastPlayed TEXT, dateAdded TEXT);
CREATE TABLE movie(
  idMovie INTEGER PRIMARY KEY, idFile INTEGER, c00 TEXT, c01 TEXT, c05 TEXT, c11 TEXT, c16 TEXT, c23 TEXT, idSet INTEGER,
  userrating INTEGER, premiered TEXT);
CREATE UNIQUE INDEX ix_movie_file_1 ON movie(idFile, idMovie);
CREATE TABLE actor_link(actor_id INTEGER, media_id INTEGER, media_type TEXT, role TEXT, cast_order INTEGER);
CREATE UNIQUE INDEX ix_actor_link_1 ON actor_link(actor_id, media_type, media_id);
CREATE TABLE art(art_id INTEGER PRIMARY KEY, media_id INTEGER, media_type TEXT, type TEXT, url TEXT);
CREATE TABLE bookmark(
  idBookmark INTEGER PRIMARY KEY, idFile INTEGER, timeInSeconds DOUBLE, totalTimeInSeconds DOUBLE, thumbNailImage TEXT, type INTEGER);
CREATE VIEW movie_view AS SELECT movie.*, files.strFilename, path.strPath, files.playCount, files.lastPlayed
  FROM movie JOIN files ON files.idFile = movie.idFile JOIN path ON path.idPath = files.idPath;
INSERT INTO path VALUES (1, '/media/films/', 'movies', 0, 0, 0, '2026-01-01 10:00:00');
INSERT INTO files VALUES (1, 1, 'general.mkv', 2, '2026-01-28 20:15:00', '2026-01-01 10:00:00'), (2, 1, 'metropolis.mkv', NULL, NULL, '2026-01-02 10:00:00');
INSERT INTO movie VALUES
  (1, 1, 'The General', 'An engine is stolen.', '8.1', '4500', 'The General', '/media/films/', NULL, 9, '1926-12-31'),
  (2, 2, 'Metropolis', 'A city in two halves.', '8.3', '9180', 'Metropolis', '/media/films/', NULL, NULL, '1927-01-10');
INSERT INTO actor_link VALUES (1, 1, 'movie', 'Johnnie', 0), (2, 2, 'movie', 'Maria', 0);
INSERT INTO art VALUES (1, 1, 'movie', 'poster', 'image://general'), (2, 2, 'movie', 'poster', 'image://metropolis');
INSERT INTO bookmark VALUES (1, 2, 1800.5, 9180.0, NULL, 1);
CREATE TRIGGER delete_movie AFTER DELETE ON movie FOR EACH ROW BEGIN
  DELETE FROM actor_link WHERE media_id = old.idMovie AND media_type = 'movie';
  DELETE FROM art WHERE media_id = old.idMovie AND media_type = 'movie';
END;
