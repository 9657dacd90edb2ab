-- A Rails application: datetime(6), booleans, storage of attachments, a key that is no number.
CREATE TABLE "schema_migrations"("version" varchar NOT NULL PRIMARY KEY);
CREATE TABLE "ar_internal_metadata"("key" varchar NOT NULL PRIMARY KEY, "value" varchar, "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL);
CREATE TABLE "authors"("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar, "email" varchar, "admin" boolean DEFAULT 0, "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL);
CREATE TABLE "articles"(
  "id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "title" varchar NOT NULL, "body" text, "status" integer DEFAULT 0 NOT NULL,
  "published_at" datetime(6), "author_id" integer NOT NULL, "metadata" json, "position" integer, "lock_version" integer DEFAULT 0,
  "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL,
  CONSTRAINT "fk_rails_1" FOREIGN KEY ("author_id") REFERENCES "authors" ("id"));
CREATE INDEX "index_articles_on_author_id" ON "articles" ("author_id");
CREATE TABLE "solid_cache_entries"("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "key" blob(1024) NOT NULL, "value" blob(536870912) NOT NULL, "created_at" datetime(6) NOT NULL, "key_hash" integer(8) NOT NULL, "byte_size" integer(4) NOT NULL);
CREATE UNIQUE INDEX "index_solid_cache_entries_on_key_hash" ON "solid_cache_entries" ("key_hash");
INSERT INTO schema_migrations VALUES ('20260101080000'), ('20260102080000');
INSERT INTO ar_internal_metadata VALUES ('environment', 'production', '2026-01-01 08:00:00.123456', '2026-01-01 08:00:00.123456');
INSERT INTO authors VALUES (1, 'Ada Byron', 'ada@example.org', 1, '2026-01-01 08:00:00.123456', '2026-01-01 08:00:00.123456');
INSERT INTO articles VALUES
  (1, 'On notes', 'The first of all.', 1, '2026-01-29 12:00:00.000000', 1, '{"tags":["notes"]}', 1, 2, '2026-01-28 12:00:00.000000', '2026-01-29 12:00:00.000000'),
  (2, 'Draft', NULL, 0, NULL, 1, NULL, 2, 0, '2026-01-29 13:00:00.000000', '2026-01-29 13:00:00.000000');
INSERT INTO solid_cache_entries VALUES (1, CAST('views/articles/1' AS BLOB), x'00110000000000f0bfffffffff48656c6c6f', '2026-01-29 12:00:00.000000', -4611686018427387904, 158);
