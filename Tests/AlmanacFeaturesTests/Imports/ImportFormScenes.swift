// The form of an import: what the file says, the table that will be made, and the step.
import AlmanacRecords
import Foundation
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ImportFormScenes {
  private static let schema = "CREATE TABLE old(a, b); INSERT INTO old VALUES (0, 0)"
  /// The keys that open the form: the second entry of the palette.
  private static func opening(_ path: String) -> String { ":,type:import \(path),Down,Enter" }

  /// Runs `body` with the path of a file that contains `text`.
  private func withSource(
    _ text: String, _ encoding: String.Encoding = .utf8, _ body: (String) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "sales.csv").path
      try text.write(toFile: path, atomically: false, encoding: encoding)
      try await body(path)
    }
  }

  @Test("CIT-07: the form shows the table with types and values; a name and a type are changed; the import is one step")
  func made() async throws {
    try await withSource("id,name,Name,code\n1,Ann,x,007\n2,,,8\n") { path in
      try await fileScene(Self.schema, size: Size(width: 80, height: 14)) { scene in
        try await scene.press(Self.opening(path))
        scene.shows(
          """
          ┌ Import sales.csv ────────────────────────────────────────────────────────────┐
          │ Table      sales                             a new table                     │
          │ Delimiter  ,                                 one character, or tab           │
          │ Quote      "                                 one character, or none          │
          │ Encoding   UTF-8                                                             │
          │ INTEGER    id                                1 · 2                           │
          │ TEXT       name                              Ann · NULL                      │
          │ TEXT       Name_2                            x · NULL                        │
          │ TEXT       code                              007 · 8                         │
          │                                                                              │
          │                                                                              │
          │ 2 records for the new table sales                                            │
          └──────────────────────────────────────────────────────────────────────────────┘
           Tab next  Ctrl-S import  Esc leave
          """)
        try await scene.press("Down,Down,Down,Down,Down,Down,C-t,C-t,C-t,C-t,type:s")
        scene.shows(
          """
          ┌ Import sales.csv ────────────────────────────────────────────────────────────┐
          │ Table      sales                             a new table                     │
          │ Delimiter  ,                                 one character, or tab           │
          │ Quote      "                                 one character, or none          │
          │ Encoding   UTF-8                                                             │
          │ INTEGER    id                                1 · 2                           │
          │ TEXT       name                              Ann · NULL                      │
          │ no type    Name_2s                           x · NULL                        │
          │ TEXT       code                              007 · 8                         │
          │                                                                              │
          │                                                                              │
          │ 2 records for the new table sales                                            │
          └──────────────────────────────────────────────────────────────────────────────┘
           Tab next  Ctrl-T next type  Ctrl-S import  Esc leave
          """)
        try await scene.press("C-s")
        scene.shows(
          """
           music.db  old 1  sales 2                                                  live
           / search                                                                   1/2
             id  name    Name_2s    code
           ▌  1  Ann     x          007
              2  NULL    NULL       8







           Imported 2 records into the new table sales · u undo
           a add  e edit  d delete  / search  ⏎ open  u undo  : jump  C changes  ? help
          """)
        #expect(
          try scene.rows("SELECT *, typeof(id) FROM sales") == ["1|Ann|x|007|integer", "2|NULL|NULL|8|integer"])
        try await scene.press("u")
        scene.shows(
          """
           music.db  old 1                                                           live
           / search                                                                   1/1
             a    b
           ▌ 0    0








           Undone: Imported 2 records into the new table sales · Ctrl-R redo
           a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
          """)
        #expect(try scene.rows("SELECT name FROM sqlite_schema") == ["old"])
        try await scene.press("C-r")
        #expect(try scene.rows("SELECT count(*) FROM sales") == ["2"])
      }
    }
  }

  @Test("CIT-07: another sign or encoding reads the file again; what is wrong is said, and nothing is imported so")
  func read() async throws {
    try await withSource("größe;b\n1;2\n", .isoLatin1) { path in
      try await fileScene(Self.schema, size: Size(width: 80, height: 12)) { scene in
        try await scene.press(Self.opening(path))
        scene.shows(
          """
          ┌ Import sales.csv ────────────────────────────────────────────────────────────┐
          │ Table      sales                             a new table                     │
          │ Delimiter  ,                                 one character, or tab           │
          │ Quote      "                                 one character, or none          │
          │ Encoding   UTF-8                                                             │
          │                                                                              │
          │                                                                              │
          │                                                                              │
          │                                                                              │
          │ Not read: line 1 of sales.csv: it is not UTF-8: say which encoding it has.   │
          └──────────────────────────────────────────────────────────────────────────────┘
           Tab next  Esc leave
          """)
        try await scene.press("C-s")
        #expect(try scene.rows("SELECT name FROM sqlite_schema") == ["old"])
        try await scene.press("Down,Down,Down,Space,Space,Space,Space,Up,Up,BSpace")
        scene.shows(
          """
          ┌ Import sales.csv ────────────────────────────────────────────────────────────┐
          │ Table      sales                             a new table                     │
          │ Delimiter                                    one character, or tab           │
          │ Quote      "                                 one character, or none          │
          │ Encoding   Latin-1                                                           │
          │ TEXT       größe;b                           1;2                             │
          │                                                                              │
          │                                                                              │
          │                                                                              │
          │ The delimiter must be one character, not ''.                                 │
          └──────────────────────────────────────────────────────────────────────────────┘
           Tab next  Esc leave
          """)
        try await scene.press("type:;")
        scene.shows(
          """
          ┌ Import sales.csv ────────────────────────────────────────────────────────────┐
          │ Table      sales                             a new table                     │
          │ Delimiter  ;                                 one character, or tab           │
          │ Quote      "                                 one character, or none          │
          │ Encoding   Latin-1                                                           │
          │ INTEGER    größe                             1                               │
          │ INTEGER    b                                 2                               │
          │                                                                              │
          │                                                                              │
          │ 1 record for the new table sales                                             │
          └──────────────────────────────────────────────────────────────────────────────┘
           Tab next  Ctrl-S import  Esc leave
          """)
        try await scene.press("C-s")
        #expect(try scene.rows("SELECT * FROM sales") == ["1|2"])
      }
    }
  }

  @Test("CIT-07: the name of a table of the file: the records are added to it, with these signs, as one step")
  func existing() async throws {
    try await withSource("a;b\n1;2\n") { path in
      try await fileScene(Self.schema, size: Size(width: 80, height: 12)) { scene in
        try await scene.press(Self.opening(path) + ",C-u,type:OLD,Down,BSpace,type:;")
        scene.shows(
          """
          ┌ Import sales.csv ────────────────────────────────────────────────────────────┐
          │ Table      OLD                               its records are added to old    │
          │ Delimiter  ;                                 one character, or tab           │
          │ Quote      "                                 one character, or none          │
          │ Encoding   UTF-8                                                             │
          │                                                                              │
          │                                                                              │
          │                                                                              │
          │                                                                              │
          │ 1 record for old                                                             │
          └──────────────────────────────────────────────────────────────────────────────┘
           Tab next  Ctrl-S import  Esc leave
          """)
        try await scene.press("C-s")
        #expect(try scene.rows("SELECT * FROM old") == ["0|0", "1|2"])
        try await scene.press("u")
        #expect(try scene.rows("SELECT * FROM old") == ["0|0"])
      }
    }
  }

  @Test("CIT-07: a table that is gone by the time its form is submitted is not made")
  func gone() async throws {
    try await withSource("a,b\n1,2\n") { path in
      try await fileScene("\(Self.schema); CREATE TABLE rest(a)") { scene in
        try await scene.press(Self.opening(path) + ",C-u,type:old")
        try await scene.outside("DROP TABLE old")
        try await scene.press("C-s")
        #expect(scene.status == " Not imported: there is no table old any more.")
        #expect(try scene.rows("SELECT name FROM sqlite_schema") == ["rest"])
      }
    }
  }

  @Test("CIT-07: when the file is read again, only a type that the person chose stays")
  func retyped() async throws {
    try await withSource("id,n\n1,2\n") { path in
      try await fileScene(Self.schema) { scene in
        try await scene.press(Self.opening(path) + ",Down,Down,Down,Down,Down,C-t,Up,Up")
        #expect(scene.lines.contains { $0.hasPrefix("│ INTEGER    id") })
        try "id,n\n007,x\n".write(toFile: path, atomically: false, encoding: .utf8)
        try await scene.press("Space,Space,Space,Space")
        #expect(scene.lines.contains { $0.hasPrefix("│ TEXT       id") }, "\(scene.lines)")
        #expect(scene.lines.contains { $0.hasPrefix("│ REAL       n") }, "\(scene.lines)")
      }
    }
  }

  @Test("CIT-07: Esc leaves the form; a file without tables takes its first one; a read-only file takes none")
  func left() async throws {
    try await withSource("a,b\n1,2\n") { path in
      try await fileScene(Self.schema) { scene in
        try await scene.press(Self.opening(path) + ",Esc")
        #expect(scene.session.store.dialog == nil)
        #expect(try scene.rows("SELECT name FROM sqlite_schema") == ["old"])
      }
      try await fileScene("") { scene in
        try await scene.press(":,type:import \(path),Enter,C-s")
        #expect(try scene.rows("SELECT * FROM sales") == ["1|2"])
        #expect(scene.session.store.tab == .table("sales"))
      }
      try await fileScene(Self.schema, isReadOnly: true) { scene in
        try await scene.press(Self.opening(path))
        #expect(scene.session.store.dialog == nil)
        #expect(scene.status.contains("read"), "\(scene.lines)")
      }
      try await fileScene(Self.schema, isWriteAllowed: false) { scene in
        try await scene.press(Self.opening(path))
        #expect(scene.session.store.isWriteAsked)
        try await scene.press("y,C-s")
        #expect(try scene.rows("SELECT * FROM sales") == ["1|2"])
      }
    }
  }

  @Test("CIT-07: undo leaves a table that another program has changed, and says what")
  func changed() async throws {
    try await withSource("a,b\n1,2\n") { path in
      try await fileScene(Self.schema, size: Size(width: 140, height: 12)) { scene in
        try await scene.press(Self.opening(path) + ",C-s")
        try await scene.outside("INSERT INTO sales VALUES (3, 4)")
        try await scene.press("u")
        #expect(scene.status == " Not undone: sales has 2 records now, not 1; nothing was changed.")
        #expect(try scene.rows("SELECT * FROM sales") == ["1|2", "3|4"])
      }
    }
  }
}
