-- Lightroom Classic, a catalog: columns without types, NOT NULL DEFAULT, seconds since 2001 as real numbers.
CREATE TABLE Adobe_images(
  id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, captureTime, colorLabels NOT NULL DEFAULT '', copyName,
  fileFormat NOT NULL DEFAULT 'unset', fileHeight, fileWidth, orientation, pick NOT NULL DEFAULT 0, rating,
  rootFile INTEGER NOT NULL DEFAULT 0, touchCount NOT NULL DEFAULT 0, touchTime NOT NULL DEFAULT 0);
CREATE TABLE AgLibraryFile(
  id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, baseName NOT NULL DEFAULT '', extension NOT NULL DEFAULT '',
  externalModTime, folder INTEGER NOT NULL DEFAULT 0, idx_filename NOT NULL DEFAULT '', importHash, lc_idx_filename NOT NULL DEFAULT '',
  modTime);
CREATE TABLE AgLibraryFolder(id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, pathFromRoot NOT NULL DEFAULT '', rootFolder INTEGER NOT NULL DEFAULT 0);
CREATE TABLE Adobe_variablesTable(id_local INTEGER PRIMARY KEY, id_global UNIQUE NOT NULL, name, type, value NOT NULL DEFAULT '');
INSERT INTO Adobe_images VALUES
  (31, 'A1B2C3D4-0000-4000-8000-000000000031', '2026-01-28T16:04:05.12', 'Red', NULL, 'RAW', 4000.0, 6000.0, 'AB', 1.0, 4.0, 21, 3.0, 791380800.5),
  (32, 'A1B2C3D4-0000-4000-8000-000000000032', '2026-01-28T16:05:00', '', NULL, 'JPG', 3000.0, 4000.0, 'DA', 0, NULL, 22, 0, 791384400.25);
INSERT INTO AgLibraryFile VALUES
  (21, 'A1B2C3D4-0000-4000-8000-000000000021', 'DSC_0031', 'NEF', 791380000.0, 11, 'DSC_0031.NEF', '790.1:DSC_0031.NEF:25', 'dsc_0031.nef', 791300000.0),
  (22, 'A1B2C3D4-0000-4000-8000-000000000022', 'DSC_0032', 'JPG', NULL, 11, 'DSC_0032.JPG', NULL, 'dsc_0032.jpg', 791300001.0);
INSERT INTO AgLibraryFolder VALUES (11, 'A1B2C3D4-0000-4000-8000-000000000011', '2026/2026-01-28/', 1);
INSERT INTO Adobe_variablesTable VALUES (1, 'A1B2C3D4-0000-4000-8000-000000000001', 'Adobe_DBVersion', NULL, '1300025'), (2, 'A1B2C3D4-0000-4000-8000-000000000002', 'Adobe_entityIDCounter', NULL, 33.0);
CREATE INDEX index_Adobe_images_captureTime ON Adobe_images(captureTime);
CREATE TRIGGER trigger_AgLibraryFile_delete AFTER DELETE ON AgLibraryFile FOR EACH ROW BEGIN
  DELETE FROM Adobe_images WHERE rootFile = OLD.id_local;
END;
