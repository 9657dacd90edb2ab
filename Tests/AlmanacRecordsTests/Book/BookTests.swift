// Opening books, and files that are no books.
import AlmanacRecords
import Databases
import Foundation
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@Suite struct BookTests {
  /// The message of opening; empty if it opens.
  private func refusal(_ path: String, _ change: (inout Book.Options) -> Void = { _ in }) async -> String {
    var options = Book.Options()
    change(&options)
    do {
      let connection = try await Book.open(path: path, options)
      await connection.close()
      return ""
    } catch let error as BookError {
      return error.description
    } catch {
      return "not a BookError: \(error)"
    }
  }

  @Test func whatIsNoBookIsRefusedInASentenceAndLeftAsItIs() async throws {
    try await withFolder { folder in
      let folder = folder.path
      let path = folder + "/book.db"
      #expect(await refusal(path) == "\(path) does not exist.")
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(await refusal(folder) == "\(folder) is a directory, not a database.")

      try Data().write(to: URL(fileURLWithPath: path))
      #expect(await refusal(path) == "\(path) is an empty file.")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)

      let text = Data(String(repeating: "This is no database. ", count: 100).utf8)
      try text.write(to: URL(fileURLWithPath: path))
      #expect(await refusal(path) == "\(path) is not a database.")
      #expect(await refusal(path) { $0.creates = true } == "\(path) is not a database.")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)

      let foreign = folder + "/foreign.db"
      try RawConnection(foreign).run("CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT)")
      let before = try Data(contentsOf: URL(fileURLWithPath: foreign))
      for creates in [false, true] {
        #expect(
          await refusal(foreign) { $0.creates = creates }
            == "\(foreign) is not an Almanac book: it has no facts and users.")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: foreign)) == before)

      let nowhere = folder + "/no/such/folder/book.db"
      #expect(await refusal(nowhere) == "\(nowhere) does not exist: there is no folder \(folder)/no/such/folder.")
      #expect(
        await refusal(nowhere) { $0.creates = true }
          == "\(nowhere) can't be made: there is no folder \(folder)/no/such/folder. "
          + "Make that folder first, for example with mkdir -p.")
    }
  }

  @Test func aTableWhoseRowsAreFoundByAnotherNumberIsNone() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      #expect(await refusal(path) { $0.creates = true } == "")
      try RawConnection(path).run(
        """
        DROP TABLE facts;
        CREATE TABLE facts(id INTEGER PRIMARY KEY DESC, body TEXT NOT NULL, createdAt TEXT NOT NULL DEFAULT '');
        """)
      #expect(await refusal(path) == "\(path) is not an Almanac book: it has no facts and users.")
    }
  }

  @Test func samplesFillOnlyAnEmptyBook() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      #expect(await refusal(path) { ($0.creates, $0.beginning) = (true, .empty) } == "")
      #expect(await refusal(path) { $0.beginning = .samples } == "")
      #expect(
        await refusal(path) { $0.beginning = .samples }
          == "\(path) has records already; --sample fills only an empty book.")
      #expect(await refusal(path) { $0.beginning = .empty } == "")
      let count = try RawConnection.count("facts", path)
      #expect(count == Samples.facts.count)
    }
  }

  @Test func aNewBookIsInWriteAheadModeAndAnOldOneKeepsItsMode() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      func mode() async throws -> String? {
        var options = Book.Options()
        options.creates = true
        let connection = try await Book.open(path: path, options)
        let mode = try await connection.query("PRAGMA journal_mode").first?.values.first
        await connection.close()
        return mode.map { "\($0)" }
      }
      #expect(try await mode() == "\(SQLiteValue.text("wal"))")
      try RawConnection(path).run("PRAGMA journal_mode = DELETE")
      #expect(try await mode() == "\(SQLiteValue.text("delete"))")
    }
  }

  /// A book as the first migration left it, before there was a search index.
  private func makeOldBook(_ path: String) async throws {
    var options = Book.Options()
    options.creates = true
    await (try Book.open(path: path, options)).close()
    try RawConnection(path).run(
      """
      DROP TABLE facts_search; DROP TABLE users_search; DROP TABLE search_folds; DROP TABLE search_blocks;
      DROP INDEX facts_search_blind; DROP INDEX users_search_blind;
      DROP TRIGGER facts_search_insert; DROP TRIGGER facts_search_update; DROP TRIGGER facts_search_delete;
      DROP TRIGGER users_search_insert; DROP TRIGGER users_search_update; DROP TRIGGER users_search_delete;
      DROP INDEX users_by_name; DROP INDEX users_by_email; DROP INDEX users_by_age;
      CREATE INDEX users_by_name ON users(name COLLATE NOCASE, id);
      DELETE FROM almanac_migrations WHERE position > 1;
      INSERT INTO facts(body) VALUES ('Café au lait'), ('plain');
      INSERT INTO users(name, email) VALUES ('Ada', 'ada@example.org');
      """)
  }

  @Test func anOlderBookIsBroughtUpToDate() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      try await makeOldBook(path)
      let connection = try await Book.open(path: path)
      let (facts, users) = try await connection.read { db in
        (
          try RecordsWindow(ListQuery(.facts, search: SearchQuery("CAFE"))).fetch(db).rows.map(\.id),
          try db.rows("SELECT rowid FROM users_search WHERE users_search MATCH 'ada'").count
        )
      }
      #expect(facts == [1])
      #expect(users == 1)
      await connection.close()
      #expect(await refusal(path) == "", "and opens again")
    }
  }

  @Test func anOlderBookThatMayOnlyBeReadSaysWhatToDo() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      try await makeOldBook(path)
      #expect(
        await refusal(path) { $0.isReadOnly = true }
          == "\(path) was made by an earlier version; open it once for writing to bring it up to date.")
    }
  }

  @Test func aBookOfALaterVersionIsRefused() async throws {
    try await withFolder { folder in
      let path = folder.path + "/book.db"
      #expect(await refusal(path) { $0.creates = true } == "")
      try RawConnection(path).run("INSERT INTO almanac_migrations(name) VALUES ('Fly')")
      for isReadOnly in [false, true] {
        #expect(
          await refusal(path) { $0.isReadOnly = isReadOnly }
            == "\(path) was made by a later version: it has the unknown migrations Fly.")
      }
    }
  }
}

extension RawConnection {
  static func count(_ table: String, _ path: String) throws -> Int {
    try RawConnection(path).rows("SELECT count(*) FROM \(table)").first.flatMap(Int.init) ?? -1
  }
}
