-- WordPress on SQLite: MySQL's names, NOCASE everywhere, '0000-00-00 00:00:00' for never.
CREATE TABLE wp_users("ID" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_login" text NOT NULL DEFAULT '' COLLATE NOCASE, "user_pass" text NOT NULL DEFAULT '' COLLATE NOCASE, "user_email" text NOT NULL DEFAULT '' COLLATE NOCASE, "user_registered" text NOT NULL DEFAULT '0000-00-00 00:00:00' COLLATE NOCASE, "user_status" integer NOT NULL DEFAULT '0', "display_name" text NOT NULL DEFAULT '' COLLATE NOCASE);
CREATE TABLE wp_posts(
  "ID" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "post_author" integer NOT NULL DEFAULT '0',
  "post_date" text NOT NULL DEFAULT '0000-00-00 00:00:00' COLLATE NOCASE, "post_date_gmt" text NOT NULL DEFAULT '0000-00-00 00:00:00' COLLATE NOCASE,
  "post_content" text NOT NULL COLLATE NOCASE, "post_title" text NOT NULL COLLATE NOCASE, "post_status" text NOT NULL DEFAULT 'publish' COLLATE NOCASE,
  "post_name" text NOT NULL DEFAULT '' COLLATE NOCASE, "post_parent" integer NOT NULL DEFAULT '0', "menu_order" integer NOT NULL DEFAULT '0',
  "post_type" text NOT NULL DEFAULT 'post' COLLATE NOCASE, "comment_count" integer NOT NULL DEFAULT '0');
CREATE INDEX "wp_posts__post_name" ON wp_posts("post_name");
CREATE TABLE wp_options("option_id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "option_name" text NOT NULL DEFAULT '' COLLATE NOCASE, "option_value" text NOT NULL COLLATE NOCASE, "autoload" text NOT NULL DEFAULT 'yes' COLLATE NOCASE);
CREATE UNIQUE INDEX "wp_options__option_name" ON wp_options("option_name");
CREATE TABLE wp_term_relationships("object_id" integer NOT NULL DEFAULT '0', "term_taxonomy_id" integer NOT NULL DEFAULT '0', "term_order" integer NOT NULL DEFAULT '0', PRIMARY KEY ("object_id", "term_taxonomy_id"));
INSERT INTO wp_users VALUES (1, 'ada', '$wp$2y$10$x', 'ada@example.org', '2026-01-01 08:00:00', 0, 'Ada Byron');
INSERT INTO wp_posts VALUES
  (1, 1, '2026-01-29 13:00:00', '2026-01-29 12:00:00', '<!-- wp:paragraph --><p>Hello.</p>', 'Hello world!', 'publish', 'hello-world', 0, 0, 'post', 1),
  (2, 1, '2026-01-29 14:00:00', '0000-00-00 00:00:00', '', 'Auto Draft', 'auto-draft', '', 0, 0, 'post', 0);
INSERT INTO wp_options VALUES (1, 'siteurl', 'https://example.org', 'on'), (2, 'cron', 'a:2:{i:1769688000;a:0:{}s:7:"version";i:2;}', 'on'), (3, '_transient_timeout_feed', '1769691600', 'off');
INSERT INTO wp_term_relationships VALUES (1, 1, 0);
