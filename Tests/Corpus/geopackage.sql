-- A GeoPackage: triggers keep an R*Tree by functions that only programs for maps have.
PRAGMA application_id = 0x47504B47;
PRAGMA user_version = 10300;
CREATE TABLE gpkg_spatial_ref_sys(
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents(
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE,
  max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns(
  table_name TEXT NOT NULL REFERENCES gpkg_contents(table_name), column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id), z TINYINT NOT NULL,
  m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name));
CREATE TABLE gpkg_extensions(
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE trees(fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT, species TEXT(40), planted DATE, height REAL);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84"]', NULL), ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', NULL);
INSERT INTO gpkg_contents VALUES
  ('trees', 'features', 'trees', '', '2026-01-29T12:00:00.000Z', 8.0, 47.0, 9.0, 48.0, 4326);
INSERT INTO gpkg_geometry_columns VALUES ('trees', 'geom', 'POINT', 4326, 0, 0);
INSERT INTO gpkg_extensions VALUES ('trees', 'geom', 'gpkg_rtree_index', 'https://example.org/rtree', 'write-only');
INSERT INTO trees VALUES
  (1, x'47500001e6100000' || x'0101000000' || x'0000000000002040' || x'0000000000804740', 'Tilia', '1990-04-01', 12.5),
  (2, x'47500001e6100000' || x'0101000000' || x'0000000000002240' || x'0000000000004840', 'Quercus', NULL, NULL);
UPDATE trees SET geom = CAST(geom AS BLOB);
CREATE VIRTUAL TABLE rtree_trees_geom USING rtree(id, minx, maxx, miny, maxy);
INSERT INTO rtree_trees_geom VALUES (1, 8, 8, 47, 47), (2, 9, 9, 48, 48);
CREATE TRIGGER rtree_trees_geom_insert AFTER INSERT ON trees
  WHEN (NEW.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
  INSERT OR REPLACE INTO rtree_trees_geom VALUES (
    NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));
END;
CREATE TRIGGER rtree_trees_geom_update AFTER UPDATE OF geom ON trees
  WHEN OLD.fid = NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
  INSERT OR REPLACE INTO rtree_trees_geom VALUES (
    NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));
END;
CREATE TRIGGER rtree_trees_geom_delete AFTER DELETE ON trees WHEN OLD.geom NOT NULL BEGIN
  DELETE FROM rtree_trees_geom WHERE id = OLD.fid;
END;
