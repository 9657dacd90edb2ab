-- Calibre, metadata.db: triggers call title_sort, uuid4 and author_sort; a NOT NULL column is filled by one.
CREATE TABLE authors(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT COLLATE NOCASE,
  link TEXT NOT NULL DEFAULT '', UNIQUE (name));
CREATE TABLE books(
  id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT 'Unknown' COLLATE NOCASE, sort TEXT COLLATE NOCASE,
  timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, pubdate TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  series_index REAL NOT NULL DEFAULT 1.0, author_sort TEXT COLLATE NOCASE, path TEXT NOT NULL DEFAULT '', uuid TEXT,
  has_cover BOOL DEFAULT 0, last_modified TIMESTAMP NOT NULL DEFAULT '2000-01-01 00:00:00+00:00');
CREATE INDEX authors_idx ON books(author_sort COLLATE NOCASE);
CREATE TABLE books_authors_link(
  id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL, UNIQUE (book, author));
CREATE TABLE data(
  id INTEGER PRIMARY KEY, book INTEGER NOT NULL, format TEXT NOT NULL COLLATE NOCASE, uncompressed_size INTEGER NOT NULL,
  name TEXT NOT NULL, UNIQUE (book, format));
CREATE TABLE comments(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, text TEXT NOT NULL COLLATE NOCASE, UNIQUE (book));
CREATE TABLE ratings(id INTEGER PRIMARY KEY, rating INTEGER CHECK (rating > -1 AND rating < 11), UNIQUE (rating));
CREATE TABLE preferences(id INTEGER PRIMARY KEY, key TEXT NOT NULL, val TEXT NOT NULL, UNIQUE (key));
CREATE VIEW meta AS SELECT id, title, (SELECT concat(name) FROM authors) AS authors, sort FROM books;
INSERT INTO authors VALUES (1, 'Mary Shelley', 'Shelley, Mary', ''), (2, 'Jules Verne', 'Verne, Jules', '');
INSERT INTO books VALUES
  (1, 'Frankenstein', 'Frankenstein', '2026-01-02 09:30:00+00:00', '1818-01-01 00:00:00+00:00', 1.0, 'Shelley, Mary',
  'Mary Shelley/Frankenstein (1)', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 1, '2026-01-29 12:00:00.123456+00:00'),
  (2, 'The Mysterious Island', 'Mysterious Island, The', '2026-01-03 10:00:00+00:00', '0101-01-01 00:00:00+00:00', 2.0,
  'Verne, Jules', 'Jules Verne/The Mysterious Island (2)', '0f47ac1b-58cc-4372-a567-0e02b2c3d480', 0,
  '2026-01-29 13:00:00+00:00');
INSERT INTO books_authors_link VALUES (1, 1, 1), (2, 2, 2);
INSERT INTO data VALUES (1, 1, 'EPUB', 412345, 'Frankenstein - Mary Shelley');
INSERT INTO comments VALUES (1, 1, '<p>A letter, and another.</p>');
INSERT INTO ratings VALUES (1, 8), (2, NULL);
INSERT INTO preferences VALUES (1, 'bools_are_tristate', 'true'), (2, 'user_categories', '{"Gothic": [["Frankenstein", "title", 0]]}');
CREATE TRIGGER books_delete_trg AFTER DELETE ON books BEGIN
  DELETE FROM books_authors_link WHERE book = OLD.id;
  DELETE FROM data WHERE book = OLD.id;
  DELETE FROM comments WHERE book = OLD.id;
END;
CREATE TRIGGER books_insert_trg AFTER INSERT ON books BEGIN
  UPDATE books SET sort = title_sort(NEW.title), uuid = uuid4() WHERE id = NEW.id;
END;
CREATE TRIGGER books_update_trg AFTER UPDATE ON books BEGIN
  UPDATE books SET sort = title_sort(NEW.title) WHERE id = NEW.id AND OLD.title <> NEW.title;
END;
CREATE TRIGGER fkc_comments_insert BEFORE INSERT ON comments BEGIN
  SELECT CASE WHEN (SELECT id FROM books WHERE id = NEW.book) IS NULL
    THEN RAISE(ABORT, 'Foreign key violation: book not in books') END;
END;
