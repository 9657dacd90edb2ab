// Names that would control a terminal, everywhere in a schema.
import Harnesses

/// A schema with such names, in addition to a book's own tables and inside them.
enum HostileSchema {
  /// Each `@00` is replaced by a name.
  private static let additions = """
    CREATE TABLE "@00"(id INTEGER PRIMARY KEY, "@01" "@02" DEFAULT '@03', "@04" AS ("@01" || '@03'),
      parent REFERENCES "@05"("@06") ON DELETE CASCADE);
    CREATE UNIQUE INDEX "@07" ON "@00"("@01", "@04");
    CREATE VIEW "@08" AS SELECT "@01" AS "@09" FROM "@00";
    CREATE VIRTUAL TABLE "@10" USING fts5("@11");
    CREATE TRIGGER "@12" BEFORE DELETE ON users WHEN old.id % 2 BEGIN SELECT RAISE(ABORT, '@03'); END;
    CREATE TRIGGER "@13" AFTER UPDATE ON users BEGIN UPDATE "@00" SET "@01" = '@03'; END;
    """

  /// Additions to the tables that lists show.
  private static let columns = """
    ALTER TABLE facts ADD COLUMN "@14" "@02" DEFAULT '@03';
    ALTER TABLE users ADD COLUMN "@15" AS ('@03');
    """

  /// Adds the schema to a book. Returns the name of its table, in the form that an argument can have.
  static func add(to book: String, hasColumns: Bool, _ text: () -> [UInt8]) throws -> String {
    let file = try RawConnection(book)
    try file.run(additions + (hasColumns ? columns : ""))
    var (sql, names): (String, [[UInt8]]) = ("PRAGMA writable_schema = ON;", [])
    for number in 0..<16 {
      // A name ends at a NUL, and no two are equal.
      let place = (number < 10 ? "0" : "") + "\(number)"
      var bytes = Array(place.utf8) + text().prefix(200).filter { $0 != 0 }
      // A list column whose name is no UTF-8 can't be read at all, and nothing of the table would be shown.
      if number >= 14 { bytes = Array(String(decoding: bytes, as: UTF8.self).utf8) }
      names.append(bytes)
      let column = { (name: String) in "\(name) = replace(\(name), '@\(place)', CAST(x'\(Trial.hex(bytes))' AS TEXT))" }
      sql += "UPDATE sqlite_schema SET \(["name", "tbl_name", "sql"].map(column).joined(separator: ", "));"
    }
    try file.run(sql + "PRAGMA schema_version = 1000")
    // Throws if the schema can't be read.
    _ = try RawConnection.rows("SELECT count(*) FROM pragma_table_list", on: book)
    return String(decoding: names[0], as: UTF8.self)
  }
}
