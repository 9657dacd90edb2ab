// Every call of SQLite to its files, failing once and from then on, under every verb and the screen.
//
//   swift test …                                              a sample, among other tests; no memory is refused
//   FAULTS=sample swift test --filter '^FaultTests\.'         a sample
//   FAULTS=all …                                              every call; `make faults`
//   FAULTS='add facts New.|wal|write|3|once|778' …            one run
//   FAULTS='add facts New.|wal' …                             all whose names begin so
import AlmanacRecords
import CNcurses
import Databases
import Foundation
import TestSupport
import Testing

@testable import almanac

@Suite("Calls that fail", .serialized)
struct FaultTests {
  private static let deeds: [Deed] = [
    .verb("list", "facts", "--json"), .verb("list", "users", "--search", "ada", isSampled: false),
    .verb("show", "users", "1", isSampled: false), .verb("stats", isSampled: false), .verb("add", "facts", "New."),
    .verb("add", "users", "name=New", "email=new@example.org", isSampled: false),
    .verb("edit", "users", "1", "name=Eve", isSampled: false), .verb("toggle", "users", "1"),
    .verb("delete", "facts", "1", "2"), .importing("id,body\n8,One.\n9,Two.\n", into: "facts"),
    .verb("add", "facts", "New.", "--create", isNew: true, errorLeaves: .emptyBook),
    .verb("list", "users", "--create", "--sample", isNew: true, errorLeaves: .anything, isSampled: false), .watch(),
    .script("Down,Enter,Esc,2,3"),
    .script("2,Space,3", "--write"), .screen,
  ]

  @Test("leave a book right, or as it was, with a sentence")
  func leaveABook() async throws {
    FaultPlan.register(withMemory: FaultChoice.isAlone)
    let choice = FaultChoice.current
    var table = FaultTable()
    for deed in Self.deeds where deed.isSampled || !choice.isSample {
      try await withFolder { folder in
        for journal in deed.isNew ? ["new"] : ["wal", "delete"] {
          let books = try await FaultBooks(journal: journal, folder: folder.path)
          try await FaultRuns(deed: deed, books: books).run(choice, &table)
        }
      }
    }
    print(table.text)
  }

  @Test(
    "a watch whose file can't be read any more ends with a sentence",
    arguments: [
      ("wal", Fault.Call.read), ("delete", .read), ("delete", .shortRead), ("delete", .access), ("delete", .fileSize),
    ])
  func unreadableWatch(_ journal: String, _ call: Fault.Call) async throws {
    FaultPlan.register(withMemory: FaultChoice.isAlone)
    try await withFolder { folder in
      let books = try await FaultBooks(journal: journal, folder: folder.path)
      try await books.withBook { path, files in
        defer { FaultPlan.end() }
        let fault = Fault(call, call.codes[0], number: 1, lasts: true)
        let outcome = try await Deed.watch { FaultPlan.begin(on: files, fault) }.run(path)
        #expect(
          outcome.errors == """
            almanac watch: FILE can't be read: the disk can't be read or written. The watch ends: start it again when the file can be read.

            """)
        #expect(outcome.status == 1 && outcome.output == "")
      }
    }
  }

  @Test(
    "REAL-46: a script whose file can't be read or written from some call on ends with a sentence and status 1",
    arguments: ["wal", "delete"])
  func unreadableScript(_ journal: String) async throws {
    FaultPlan.register(withMemory: FaultChoice.isAlone)
    try await withFolder { folder in
      let books = try await FaultBooks(journal: journal, folder: folder.path)
      let deed = Deed.script("2,Space", "--write")
      func play(_ fault: Fault?) async throws -> (outcome: Outcome, calls: Int) {
        try await books.withBook { path, files in
          FaultPlan.begin(on: files, fault)
          return (try await deed.run(path), FaultPlan.end()[.every] ?? 0)
        }
      }
      let (wanted, calls) = try await play(nil)
      #expect(wanted.status == 0)
      var failures = 0
      for number in stride(from: 1, through: calls, by: calls / 6 + 1) {
        let fault = Fault(.every, Fault.Call.every.codes[0], number: number, lasts: true)
        let (outcome, _) = try await play(fault)
        // The last calls only close the file.
        if outcome.status == 0, outcome.output == wanted.output { continue }
        failures += 1
        #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(fault): \(outcome)")
        #expect(outcome.errors.hasPrefix("almanac script: ") && outcome.errors.hasSuffix(".\n"), "\(fault): \(outcome)")
      }
      #expect(failures > 2)
    }
  }

  @Test("a terminal that has gone is a reader that has gone, no broken output")
  func goneTerminal() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    close(master)
    defer { close(slave) }
    #expect(throws: OutputClosed.self) { try StandardStreams.write("A row.\n", to: slave) }
  }

  @Test("a stream of commits does not begin where the file can't be read", .timeLimit(.minutes(1)))
  func unreadableStream() async throws {
    FaultPlan.register(withMemory: FaultChoice.isAlone)
    try await withFolder { folder in
      let books = try await FaultBooks(journal: "delete", folder: folder.path)
      try await books.withBook { path, files in
        defer { FaultPlan.end() }
        var options = Book.Options()
        options.watchesOtherProcesses = false
        let connection = try await Book.open(path: path, options)
        FaultPlan.begin(on: files, Fault(.access, Fault.Call.access.codes[0], number: 1, lasts: true))
        await #expect(throws: DatabaseError.self) { try await CommitStream(connection).run { _ in } }
        FaultPlan.end()
        await connection.close()
      }
    }
  }

  @Test("readers are told of the first look that fails, and of the first that does not")
  func unreadableLooks() async throws {
    FaultPlan.register(withMemory: FaultChoice.isAlone)
    try await withFolder { folder in
      let books = try await FaultBooks(journal: "delete", folder: folder.path)
      try await books.withBook { path, files in
        defer { FaultPlan.end() }
        var options = Book.Options()
        options.watchesOtherProcesses = false
        let connection = try await Book.open(path: path, options)
        let start = connection.generation
        func batches() async throws -> Int {
          try await connection.lookForOutsideChanges()
          return connection.generation - start
        }
        #expect(try await batches() == 0)
        FaultPlan.begin(on: files, Fault(.read, Fault.Call.read.codes[0], number: 1, lasts: true))
        #expect(try await batches() == 1)
        #expect(try await batches() == 1)
        FaultPlan.end()
        #expect(try await batches() == 2)
        #expect(try await batches() == 2)
        await connection.close()
      }
    }
  }

  @Test("while only Almanac can't read the file's header, SQLite tells of others' commits")
  func unreadableHeader() async throws {
    FaultPlan.register(withMemory: FaultChoice.isAlone)
    try await withFolder { folder in
      let books = try await FaultBooks(journal: "delete", folder: folder.path)
      try await books.withBook { path, files in
        defer { FaultPlan.end() }
        var options = Book.Options()
        options.watchesOtherProcesses = false
        let connection = try await Book.open(path: path, options)
        func generations(_ body: () throws -> Void = {}) async throws -> Int {
          let start = connection.generation
          try body()
          for _ in 0..<3 { try await connection.lookForOutsideChanges() }
          return connection.generation - start
        }
        func commit() throws {
          try FaultPlan.spare { try RawConnection.run("UPDATE facts SET body = body || '!'", on: path) }
        }
        #expect(try await generations() == 0)
        #expect(try await generations(commit) == 1)
        FaultPlan.begin(on: files, Fault(.header, Fault.Call.header.codes[0], number: 1, lasts: true))
        // Without a commit too: the first such look can't know that there was none.
        #expect(try await generations() == 1)
        #expect(try await generations(commit) == 1)
        #expect(try await generations(commit) == 1)
        #expect(try await generations() == 0)
        FaultPlan.end()
        #expect(try await generations(commit) == 1)
        #expect(try await generations(commit) == 1)
        await connection.close()
      }
    }
  }
}
