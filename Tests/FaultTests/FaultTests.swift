// Every call of SQLite to its files, failing once and from then on, under every verb and the screen.
//
//   swift test --filter '^FaultTests\.'                       a sample
//   FAULTS=all …                                              every call; `make faults`
//   FAULTS='add facts New.|wal|write|3|once|778' …            one run
//   FAULTS='add facts New.|wal' …                             all whose names begin so
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
    .verb("delete", "facts", "1", "2"), .verb("add", "facts", "New.", "--create", isNew: true, errorLeaves: .emptyBook),
    .verb("list", "users", "--create", "--sample", isNew: true, errorLeaves: .anything, isSampled: false), .watch,
    .script("Down,Enter,Esc,2,3"), .screen,
  ]

  @Test("leave a book right, or as it was, with a sentence")
  func leaveABook() async throws {
    FaultPlan.register()
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
}
