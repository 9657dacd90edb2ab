// A person goes through the databases of other programs, while those write.
import AlmanacRecords
import Foundation
import LiveQueries
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct OtherDatabaseScenes {
  @Test(
    "ANY-26: opening, browsing, searching, sorting and filtering leave the file as it is", arguments: OtherDatabase.all)
  func lookingChangesNothing(_ database: OtherDatabase) async throws {
    for journal in ["wal", "delete"] {
      try await fileScene(database.schema, isWriteAllowed: false, journal: journal) { scene in
        let before = try Data(contentsOf: URL(fileURLWithPath: scene.path))
        let files = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path).count
        try await tour(scene)
        #expect(try Data(contentsOf: URL(fileURLWithPath: scene.path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.path).count <= files + 2)
      }
    }
  }

  @Test(
    "ANY-01, ANY-20: while another program writes, every tab shows what the file holds", arguments: OtherDatabase.all)
  func liveEverywhere(_ database: OtherDatabase) async throws {
    try await fileScene(database.schema) { scene in
      try await tour(scene)
      try await scene.outside(database.write)
      try await tour(scene)
      for tab in scene.session.store.tableTabs {
        let name = tab.table.name.replacing("\"", with: "\"\"")
        let count = try scene.rows("SELECT count(*) FROM \"\(name)\"")
        #expect(tab.count.value.map(String.init) == count.first, "\(tab.table.name)")
      }
    }
  }

  /// Presses a person's usual keys on each tab; nothing may fail.
  private func tour(_ scene: Scene) async throws {
    for _ in scene.session.store.tableTabs {
      for keys in ["G", "g,PgDn", "/,type:1,Enter,G,Esc", "s,G", "S,g", "s", "L,f,G,f", "Enter,Down,Esc", "x,C-a,Esc"] {
        try await scene.press(keys)
        let error = scene.session.store.message.map { $0.isError ? $0.text : "" } ?? ""
        #expect(error == "", "\(keys): \(scene.lines)")
        #expect(!scene.status.contains("can't be"), "\(keys): \(scene.lines)")
      }
      try await scene.press("Tab")
    }
  }

  @Test("ANY-27: an undone delete leaves every row, and the file's schema and settings, as they were")
  func undoneDelete() async throws {
    for database in OtherDatabase.all where database.name != "a message store with a full-text index" {
      try await fileScene(database.schema, journal: "delete") { scene in
        let settings = ["journal_mode", "page_size", "auto_vacuum", "encoding", "user_version", "application_id"]
        @MainActor func state() throws -> [String] {
          var state = try scene.rows("SELECT sql FROM sqlite_schema")
          for setting in settings { state += try scene.rows("PRAGMA \(setting)") }
          return state
        }
        let before = try state()
        let table = try #require(scene.session.store.tableTabs.first?.table.name).replacing("\"", with: "\"\"")
        let rows = try scene.rows("SELECT * FROM \"\(table)\"")
        try await scene.press("G,d")
        // If it asks about the records that go with it.
        if scene.lines.joined().contains("Also deletes") { try await scene.press("y") }
        #expect(
          try scene.rows("SELECT * FROM \"\(table)\"").count == rows.count - 1, "\(database.name): \(scene.lines)")
        try await scene.press("u")
        #expect(try scene.rows("SELECT * FROM \"\(table)\"") == rows, "\(database.name): \(scene.lines)")
        #expect(try state() == before)
      }
    }
  }
}
