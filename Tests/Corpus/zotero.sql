-- Zotero, zotero.sqlite: triggers that act as foreign keys; moments are texts without a zone.
CREATE TABLE itemTypes(itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT, display INT DEFAULT 1);
CREATE TABLE libraries(
  libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL, editable INT NOT NULL, filesEditable INT NOT NULL,
  version INT NOT NULL DEFAULT 0, lastSync INT NOT NULL DEFAULT 0);
CREATE TABLE items(
  itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL, dateAdded TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  dateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0,
  UNIQUE (libraryID, key), FOREIGN KEY (libraryID) REFERENCES libraries(libraryID) ON DELETE CASCADE,
  FOREIGN KEY (itemTypeID) REFERENCES itemTypes(itemTypeID));
CREATE TABLE itemDataValues(valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData(
  itemID INT, fieldID INT, valueID, PRIMARY KEY (itemID, fieldID),
  FOREIGN KEY (itemID) REFERENCES items(itemID) ON DELETE CASCADE, FOREIGN KEY (valueID) REFERENCES itemDataValues(valueID));
CREATE TABLE collections(
  collectionID INTEGER PRIMARY KEY, collectionName TEXT NOT NULL, parentCollectionID INT DEFAULT NULL, libraryID INT NOT NULL,
  key TEXT NOT NULL, FOREIGN KEY (parentCollectionID) REFERENCES collections(collectionID) ON DELETE CASCADE);
CREATE TABLE settings(setting TEXT, key TEXT, value, PRIMARY KEY (setting, key));
INSERT INTO itemTypes VALUES (2, 'book', NULL, 2), (22, 'journalArticle', NULL, 2);
INSERT INTO libraries VALUES (1, 'user', 1, 1, 0, 1769688000);
INSERT INTO items VALUES
  (1, 2, '2026-01-02 09:30:00', '2026-01-29 12:00:00', '2026-01-29 12:00:00', 1, 'ABCD2345', 7, 1),
  (2, 22, '2026-01-03 10:00:00', '2026-01-29 13:00:00', '2026-01-29 13:00:00', 1, 'EFGH6789', 0, 0);
INSERT INTO itemDataValues VALUES (1, 'Frankenstein'), (2, '1818-00-00 1818'), (3, 42);
INSERT INTO itemData VALUES (1, 110, 1), (1, 14, 2), (2, 110, 3), (2, 99, 77);
INSERT INTO collections VALUES (1, 'To read', NULL, 1, 'QRST2345'), (2, 'Novels', 1, 1, 'UVWX6789');
INSERT INTO settings VALUES ('account', 'username', 'ada'), ('globalSchema', 'version', 28);
CREATE TRIGGER fki_collections BEFORE INSERT ON collections
  WHEN NEW.parentCollectionID IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'collection is of another library') WHERE
    (SELECT libraryID FROM collections WHERE collectionID = NEW.parentCollectionID) <> NEW.libraryID;
END;
