-- Home Assistant, the recorder: seconds as real numbers, 16 bytes of context, JSON beside.
CREATE TABLE states_meta(metadata_id INTEGER NOT NULL, entity_id VARCHAR(255), PRIMARY KEY (metadata_id));
CREATE TABLE state_attributes(attributes_id INTEGER NOT NULL, hash BIGINT, shared_attrs TEXT, PRIMARY KEY (attributes_id));
CREATE TABLE states(
  state_id INTEGER NOT NULL, entity_id CHAR(0), state VARCHAR(255), attributes CHAR(0), event_id SMALLINT,
  last_changed CHAR(0), last_changed_ts FLOAT, last_reported_ts FLOAT, last_updated CHAR(0), last_updated_ts FLOAT,
  old_state_id INTEGER, attributes_id INTEGER, origin_idx SMALLINT, context_id_bin BLOB, metadata_id INTEGER,
  PRIMARY KEY (state_id), FOREIGN KEY (old_state_id) REFERENCES states(state_id),
  FOREIGN KEY (attributes_id) REFERENCES state_attributes(attributes_id), FOREIGN KEY (metadata_id) REFERENCES states_meta(metadata_id));
CREATE INDEX ix_states_last_updated_ts ON states(last_updated_ts);
CREATE TABLE recorder_runs(run_id INTEGER NOT NULL, start DATETIME NOT NULL, "end" DATETIME, closed_incorrect BOOLEAN NOT NULL, created DATETIME NOT NULL, PRIMARY KEY (run_id));
CREATE TABLE statistics(
  id INTEGER NOT NULL, created_ts FLOAT, metadata_id INTEGER, start_ts FLOAT, mean FLOAT, min FLOAT, max FLOAT, last_reset_ts FLOAT,
  state FLOAT, sum FLOAT, PRIMARY KEY (id));
INSERT INTO states_meta VALUES (1, 'sensor.hall_temperature'), (2, 'light.kitchen');
INSERT INTO state_attributes VALUES (1, 3265098710, '{"unit_of_measurement":"°C","device_class":"temperature"}');
INSERT INTO states VALUES
  (1, NULL, '20.5', NULL, NULL, NULL, NULL, NULL, NULL, 1769688000.123456, NULL, 1, 0, x'019c08d1a1b2c3d4e5f60718293a4b5c', 1),
  (2, NULL, '20.7', NULL, NULL, NULL, 1769688060.5, 1769688061.25, NULL, 1769688060.5, 1, 1, 0, x'019c08d2a1b2c3d4e5f60718293a4b5d', 1),
  (3, NULL, 'on', NULL, NULL, NULL, NULL, NULL, NULL, 1769688120.0, NULL, NULL, 0, x'019c08d3a1b2c3d4e5f60718293a4b5e', 2);
INSERT INTO recorder_runs VALUES (1, '2026-01-29 06:00:00.000000', NULL, 0, '2026-01-29 06:00:00.100000');
INSERT INTO statistics VALUES (1, 1769688010.2, 1, 1769684400.0, 20.6, 20.5, 20.7, NULL, NULL, NULL);
