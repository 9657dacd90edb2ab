// A shop and a collection of music, with random rows.

import TestSupport

/// Makes rows of a shop, and statements that change them.
struct Shop {
  var random: SeededGenerator

  static let schema = """
    create table customers(id integer primary key, name text, email text, city text collate nocase, country text, created text, vip int, rep_id int references employees(id));
    create table employees(id integer primary key, name text, boss_id int, title text);
    create table categories(id integer primary key, name text);
    create table products(id integer primary key, name text, category_id int, price real, stock int, discontinued int);
    create table orders(id integer primary key, customer_id int, day text, status text, total numeric, shipped text);
    create table items(order_id int, product_id int, qty int, price real, primary key(order_id, product_id)) without rowid;
    create table events(id integer primary key, at text, kind text, body text);
    create table artists(id integer primary key, name text); create table albums(id integer primary key, artist_id int, title text);
    create table tracks(id integer primary key, album_id int, name text, genre text, ms int, price real); create table playlist(pid int, track_id int);
    create index oc on orders(customer_id); create index od on orders(day); create index ip on items(product_id); create index at on albums(artist_id); create index ta on tracks(album_id); create index cr on customers(rep_id); create index pc on products(category_id); create index pt on playlist(track_id);
    create view open_orders as select o.id, c.name, o.total from orders o join customers c on c.id = o.customer_id where o.status = 'open';
    create view sales as select c.country, sum(o.total) as amount, count(*) as n from orders o join customers c on c.id = o.customer_id group by c.country;
    """

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func pick(_ values: [String]) -> String { values.randomElement(using: &random) ?? "NULL" }
  private mutating func day() -> String {
    let (month, day) = (number(1...12), number(1...28))
    return "2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private static let tables = [
    "customers", "employees", "categories", "products", "orders", "events", "artists", "albums", "tracks",
  ]

  /// The values of a row with this key, in SQL.
  private mutating func values(_ table: String, _ id: Int) -> String {
    switch table {
    case "customers":
      let name = pick(["a", "b", "c", "d", "e"]) + "\(number(0...30))"
      let city = pick(["'Rome'", "'Oslo'", "'oslo'", "'Wien'", "NULL"])
      return "\(id), '\(name)', 'm\(id)@example.org', \(city), '\(pick(["DE", "IT", "AT"]))', '\(day())', "
        + "\(number(0...1)), \(number(1...6))"
    case "employees":
      let boss = id > 1 ? pick(["NULL", "1", "2", "3"]) : "NULL"
      return "\(id), 'e\(number(0...30))', \(boss), 't'"
    case "categories": return "\(id), 'k\(number(0...5))'"
    case "products":
      return "\(id), 'p\(id)', \(number(1...8)), \(Double(number(1...90)) / 2), \(number(0...30)), \(number(0...1))"
    case "orders":
      let total = number(0...1) == 0 ? "\(number(1...1000))" : "\(Double(number(1...4000)) / 4)"
      return "\(id), \(number(1...40)), '\(day())', '\(pick(["open", "paid", "cancelled"]))', \(total), NULL"
    case "events": return "\(id), '\(day())', 'k', '{\"level\":\"\(pick(["info", "warn", "error"]))\"}'"
    case "artists": return "\(id), 'r\(number(0...9))'"
    case "albums": return "\(id), \(number(1...40)), 'l\(id)'"
    default:
      return "\(id), \(number(1...40)), 'n\(id)', \(pick(["'rock'", "'jazz'", "NULL"])), \(number(1...400))000, 0.99"
    }
  }

  /// Statements that make the first rows.
  mutating func rows() -> String {
    var sql = "BEGIN;\n"
    for table in Self.tables {
      for id in 1...60 { sql += "INSERT INTO \(table) VALUES(\(values(table, id)));\n" }
    }
    for _ in 0..<150 {
      sql += "INSERT OR IGNORE INTO items VALUES(\(number(1...60)), \(number(1...60)), \(number(1...5)), "
      sql += "\(Double(number(1...50)) / 2));\n"
    }
    for _ in 0..<40 { sql += "INSERT INTO playlist VALUES(\(number(1...4)), \(number(1...60)));\n" }
    return sql + "COMMIT;"
  }

  /// A statement that changes a few rows.
  mutating func change() -> String {
    let table = (["orders", "orders", "items", "items", "playlist"] + Self.tables).randomElement(using: &random) ?? ""
    let id = number(1...66)
    switch (table, number(0...3)) {
    case ("items", 0...1): return "INSERT OR REPLACE INTO items VALUES(\(number(1...60)), \(id), 2, 3.5)"
    case ("items", _): return "DELETE FROM items WHERE order_id = \(id) OR product_id = \(number(1...60))"
    case ("playlist", 0...1): return "INSERT INTO playlist VALUES(1, \(id))"
    case ("playlist", _): return "DELETE FROM playlist WHERE track_id = \(id)"
    case (_, 0): return "DELETE FROM \(table) WHERE id = \(id)"
    default: return "INSERT OR REPLACE INTO \(table) VALUES(\(values(table, id)))"
    }
  }
}
