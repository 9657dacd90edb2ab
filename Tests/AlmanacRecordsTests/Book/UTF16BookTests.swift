// Books that store text as UTF-16.
import Databases
import Foundation
import LiveQueries
import StructuredQueries
import Testing

@testable import AlmanacRecords

@Suite struct UTF16BookTests {
  /// Makes a book that stores text in `encoding`, and opens it.
  private func withBook<Result>(
    _ encoding: String, _ body: (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("book.db").path
    var configuration = SQLiteConnection.Configuration()
    configuration.watchesOtherProcesses = false
    configuration.prepare = { db in try db.execute("PRAGMA encoding = '\(encoding)'") }
    let making = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    try await making.write { db in try BookSchema.migrator.migrate(db) }
    await making.close()
    var options = Book.Options()
    options.watchesOtherProcesses = false
    let connection = try await Book.open(path: path, options)
    #expect(try await connection.query("PRAGMA encoding")[0][0] == .text(encoding))
    let result = try await body(connection)
    await connection.close()
    return result
  }

  private static let contents = "SELECT id, hex(CAST(name AS BLOB)), hex(CAST(email AS BLOB)) FROM users ORDER BY id"

  @Test(arguments: ["UTF-16le", "UTF-16be"]) func anEditKeepsEveryLetterAndIsUndone(_ encoding: String) async throws {
    try await withBook(encoding) { connection in
      _ = try await connection.write { db in
        try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
      }
      let edit = try await connection.write { db in
        try ListedTable.users.edit(1, ["name": .text("Eve")], seen: ["name": .text("Ada")], db)
      }
      func names() async throws -> [String?] {
        try await connection.read { db in try SQLQuery<String?>("SELECT name FROM users").fetchAll(db) }
      }
      #expect(try await names() == ["Eve"])
      _ = try await connection.write { db in try edit.inverse.apply(db) }
      #expect(try await names() == ["Ada"])
      let window = try await connection.read { db in try RecordsWindow(ListQuery(.users), anchor: .start).fetch(db) }
      #expect(window.rows.map { $0.cells[ListedTable.users.cell(of: "name")] } == [.text("Ada")])
    }
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"]) func whatIsDeletedComesBackToTheByte(_ encoding: String) async throws {
    try await withBook(encoding) { connection in
      let isBigEndian = encoding == "UTF-16be"
      try await connection.write { db in
        let sql = "INSERT INTO users(name, email) VALUES (?, ?)"
        // An odd number of bytes, a lone surrogate, a byte order mark, a scalar that SQLite replaces.
        try db.execute(sql, exactly: [.utf16([0x61, 0x62, 0x63], isBigEndian: isBigEndian), .text("1@x")])
        try db.execute(sql, exactly: [.utf16([0xD8, 0xD8, 0x00, 0x00], isBigEndian: isBigEndian), .text("2@x")])
        try db.execute(sql, exactly: [.text("\u{FEFF}a\u{0}b"), .text("3@x")])
        try db.execute(sql, exactly: [.utf16([0xFF, 0xFF, 0x00, 0x61], isBigEndian: isBigEndian), .text("4@x")])
      }
      let before = try await connection.query(Self.contents)
      let change = try await connection.write { db in try ListedTable.users.delete([1, 2, 3, 4], db) }
      #expect(try await connection.query(Self.contents) == [])
      _ = try await connection.write { db in try change.inverse.apply(db) }
      #expect(try await connection.query(Self.contents) == before)
    }
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"]) func aSearchFindsWhatIsThere(_ encoding: String) async throws {
    try await withBook(encoding) { connection in
      _ = try await connection.write { db in
        try ListedTable.users.add(["name": .text("Zoë Bees"), "email": .text("zoe@x")], db)
      }
      let change = try await connection.write { db in try ListedTable.users.edit(1, ["name": .text("Zoë 😀 Honey")], db)
      }
      func found(_ text: String) async throws -> [Int] {
        try await connection.read { db in
          try RecordsWindow(ListQuery(.users, search: SearchQuery(text)), anchor: .start).fetch(db).rows.map(\.id)
            .rowIDs
        }
      }
      #expect(try await found("zoe honey") == [1])
      #expect(try await found("😀") == [1])
      #expect(try await found("bees") == [])
      _ = try await connection.write { db in try change.inverse.apply(db) }
      #expect(try await found("bees") == [1])
      #expect(try await found("honey") == [])
    }
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"]) func aListIsPagedByName(_ encoding: String) async throws {
    try await withBook(encoding) { connection in
      let names = ["Ada", "bob", "Bób", "Eve", "zoë", "王", "😀"]
      try await connection.write { db in
        for name in names { _ = try ListedTable.users.add(["name": .text(name), "email": .text("\(name)@x")], db) }
      }
      var rows: [String] = []
      var key: RowKey?
      while true {
        let page = try await connection.read { [key] db in
          try RecordScan(list: ListQuery(.users), db: db).rows(.down, from: key, limit: 2)
        }
        rows += page.rows.map { $0.cells[ListedTable.users.cell(of: "name")].shown }
        key = page.keys.last
        if page.isExhausted { break }
      }
      #expect(rows == names)
    }
  }
}
