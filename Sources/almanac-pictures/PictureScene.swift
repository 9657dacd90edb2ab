// The scenes of the pictures.
import AlmanacFeatures
import Terminals

/// A picture: the steps before it is taken, and its description. A scene with shown frames is a film.
struct PictureScene {
  enum Step {
    /// Keys, as in `almanac script`.
    case keys(String)
    /// SQL that another connection runs, like another program.
    case outside(String)
    /// The screen is a frame of a film for so many seconds, which pass on its clock.
    case shown(Double)
  }

  /// The name of its file, without extension.
  var name: String
  var title: String
  var size = Size(width: 80, height: 18)
  /// The theme; `auto`: the terminal's own colours.
  var theme = Settings.Theme.auto
  /// The statements that make its file; `nil`: a new book with samples.
  var file: String?
  var steps: [Step]

  /// 2026-01-31 12:00:00 UTC.
  static let now = 1_769_860_800.0

  /// Sets the times of the samples, so that ages are the same whenever a picture is drawn.
  static let ages = """
    UPDATE facts SET createdAt = strftime('%Y-%m-%d %H:%M:%f', \(Int(now)) - (495 - id) * (495 - id) * 500, 'unixepoch');
    UPDATE users SET createdAt = strftime('%Y-%m-%d %H:%M:%f', \(Int(now)) - (51 - id) * (51 - id) * 9000, 'unixepoch');
    """

  static let all = [
    PictureScene(
      name: "search", title: "The list of facts while a search for cat is typed: 15 of 494, matches emphasised",
      steps: [.keys("/,type:cat,Down,Down")]),
    PictureScene(
      name: "form", title: "A form over the list of users, which says that the e-mail is already taken",
      steps: [.keys("2,a,type:Tomáš Novák,Tab,type:tomas@example.com")]),
    PictureScene(
      name: "statistics", title: "The statistics: totals, the newest users, facts by month, users by mail domain",
      size: Size(width: 100, height: 24), steps: [.keys("3")]),
    PictureScene(
      name: "beside", title: "A wide terminal: the record with the cursor beside the list of facts",
      size: Size(width: 160, height: 18), steps: [.keys("/,type:water,Enter,Down,Down")]),
    PictureScene(
      name: "light", title: "A record in a theme for light terminals: its JSON is unfolded and coloured",
      size: Size(width: 80, height: 24), theme: .dawn,
      file: """
        CREATE TABLE orders(id INTEGER PRIMARY KEY, customer TEXT, placed TEXT, details TEXT);
        INSERT INTO orders VALUES
          (1, 'Ada Lovelace', '2026-01-28 09:14:00', '{"items": 2, "paid": true, "total": 31.4}'),
          (2, 'Grace Hopper', '2026-01-31 08:02:00', '{"items": [{"name": "Teapot, cast iron", "count": 1, "price": 59}, \
        {"name": "Assam, loose", "count": 3, "price": 8.5}], "gift": true, "note": null}');
        """,
      steps: [.keys("Down,Enter")]),
    PictureScene(
      name: "columns",
      title: "A table of any file: thousands in prices and counts, ages, yes and no, JSON, and blobs by kind and size",
      size: Size(width: 120, height: 12), theme: .dusk, file: products, steps: [.keys("Down")]),
    PictureScene(
      name: "image", title: "A record with its picture, as half blocks of 256 colours, above its kind and size",
      size: Size(width: 80, height: 36), theme: .dusk, file: products, steps: [.keys("Enter")]),
    PictureScene(
      name: "revert",
      title: """
        Another program sells, adds, and then sets a wrong price in many rows of a table; the list of changes shows old \
        values red and new ones green, and R takes the last commit back
        """,
      file: """
        CREATE TABLE products(id INTEGER PRIMARY KEY, name TEXT, kind TEXT, price NUMERIC, stock INTEGER);
        INSERT INTO products(name, kind, price, stock) VALUES
          ('Assam, loose', 'tea', 8.5, 40), ('Darjeeling, first flush', 'tea', 14.9, 12), ('Earl Grey', 'tea', 7.2, 65),
          ('Genmaicha', 'tea', 9.8, 23), ('Lapsang Souchong', 'tea', 11.4, 18), ('Bourbon, whole beans', 'coffee', 16.5, 31),
          ('Harrar, ground', 'coffee', 13.2, 44), ('Mug, blue', 'crockery', 12, 70), ('Teapot, cast iron', 'crockery', 59, 6),
          ('Tin, 250 g', 'crockery', 4.5, 120);
        """,
      steps: [
        .shown(1.6),
        .outside("UPDATE products SET stock = stock - 1 WHERE id = 3"), .shown(0.9), .shown(0.5),
        .outside("INSERT INTO products(name, kind, price, stock) VALUES ('Strainer', 'crockery', 3.9, 80)"),
        .shown(1), .shown(0.4),
        .outside("UPDATE products SET stock = stock - 2 WHERE id IN (6, 8)"), .shown(1), .shown(0.5),
        .keys("/,type:t"), .shown(0.3), .keys("type:e"), .shown(0.3), .keys("type:a"), .shown(1.2), .keys("Esc"),
        .shown(0.6),
        .outside("UPDATE products SET price = price * 10 WHERE kind = 'tea'"), .shown(1.4), .shown(0.8),
        .keys("C"), .shown(2.6), .keys("R"), .shown(1.6), .keys("Esc"), .shown(2.4),
      ]),
  ]
}
