-- A Django site: bool, datetime, decimal; foreign keys that are checked at the commit.
CREATE TABLE "django_migrations"("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
CREATE TABLE "auth_user"(
  "id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL,
  "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "last_name" varchar(150) NOT NULL,
  "email" varchar(254) NOT NULL, "is_staff" bool NOT NULL, "is_active" bool NOT NULL, "date_joined" datetime NOT NULL,
  "first_name" varchar(150) NOT NULL);
CREATE TABLE "shop_order"(
  "id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" char(32) NOT NULL UNIQUE, "total" decimal NOT NULL, "paid" bool NOT NULL,
  "placed_on" date NOT NULL, "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)),
  "quantity" integer unsigned NOT NULL CHECK ("quantity" >= 0),
  "customer_id" integer NOT NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE INDEX "shop_order_customer_id_1" ON "shop_order" ("customer_id");
CREATE TABLE "django_session"("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
INSERT INTO django_migrations VALUES (1, 'auth', '0001_initial', '2026-01-01 08:00:00.123456');
INSERT INTO auth_user VALUES
  (1, 'pbkdf2_sha256$600000$salt$hash', '2026-01-29 12:00:00', 1, 'ada', 'Byron', 'ada@example.org', 1, 1, '2026-01-01 08:00:00', 'Ada'),
  (2, '!', NULL, 0, 'grace', 'Hopper', 'grace@example.org', 0, 1, '2026-01-02 08:00:00', 'Grace');
INSERT INTO shop_order VALUES
  (1, 'a1b2c3d4000040008000000000000001', 19.90, 1, '2026-01-28', '{"gift": true}', 2, 2),
  (2, 'a1b2c3d4000040008000000000000002', 5, 0, '2026-01-29', '{}', 1, 2);
INSERT INTO django_session VALUES ('k3j4h5', 'e30:1abc', '2026-02-12 12:00:00');
