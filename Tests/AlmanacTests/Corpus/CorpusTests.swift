// Files of real applications, and their records on the screen: hand-written schemas with rows of our own, in
// `Tests/Corpus`.
import Foundation
import TestSupport
import Testing

/// A table of an application's file, and the first row of its list.
private struct ApplicationTable: CustomTestStringConvertible, Sendable {
  let file: String
  let table: String
  let row: String
  var testDescription: String { "\(file) \(table)" }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Corpus")

  /// One of the application's files, by the end of its name.
  func text(_ end: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: "\(file).\(end)"), encoding: .utf8)
  }

  /// The first table of each application.
  static let firsts = all.enumerated().filter { index, table in index == all.firstIndex { $0.file == table.file } }
    .map(\.element)

  /// Three lines for each: the application and its table, the first row, an empty line.
  static let all: [Self] = {
    let text = (try? String(contentsOf: folder.appending(path: "lists.txt"), encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return stride(from: 0, to: lines.count - 1, by: 3).map { start in
      let names = lines[start].split(separator: " ").map(String.init)
      return Self(file: names[0], table: names[1], row: lines[start + 1])
    }
  }()
}

/// A person's work with the first record of a table.
private struct ApplicationUse {
  private let sandbox: Sandbox
  private let file: String
  private let table: String

  init(_ application: ApplicationTable) async throws {
    (sandbox, table) = (try Sandbox.showingDigits(), application.table)
    file = sandbox[application.file + ".db"]
    // The watch needs a table whose rows show its progress.
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(application.text("sql")); CREATE TABLE gate(note)")
  }

  /// The visible lines, in the order of the steps.
  func sections() async throws -> [(name: String, lines: [String])] {
    let deleted = try await screen("d")
    var sections = [
      ("record", try await screen("l")), ("form", Self.inside(try await screen("e"))),
      ("deleted", Self.inside(deleted)),
    ]
    let keys = deleted.contains { $0.contains("│ Also ") } ? "d,y" : "d"
    // A refused deletion changes nothing.
    if try await screen(keys).last?.hasPrefix(" Deleted") == true {
      let changes = try await screen("\(keys),C").dropFirst().prefix { !$0.isEmpty }
      // A new line has a mark for one second.
      sections.append(("changes", changes.map { String($0.prefix(3).replacing("+", with: " ") + $0.dropFirst(3)) }))
      let before = try await sandbox.sqlite(file, ".dump")
      sections.append(("undone", Array(try await screen("\(keys),u", "--write").suffix(1))))
      #expect(try await sandbox.sqlite(file, ".dump") == before)
    }
    return sections + [("watch", try await watchedDeletion())]
  }

  /// The lines of the screen after some keys, without the first and the last line and without empty lines at the end.
  private func screen(_ keys: String, _ more: String...) async throws -> [String] {
    let arguments = ["--table", table, "--size", "90x30", "--now", "2026-01-31 12:00", "--utc"] + more
    let text = try await sandbox.run([Sandbox.binary, "script", keys] + arguments + ["--file", file]).text
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast(2).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The lines inside the box on the screen; without a box, the last lines, which are a message.
  private static func inside(_ lines: [String]) -> [String] {
    let inside = lines.compactMap { line -> String? in
      guard let start = line.firstIndex(where: { "┌│".contains($0) }),
        let end = line.lastIndex(where: { "┐│".contains($0) })
      else { return nil }
      let text = line[line.index(after: start)..<end].replacing("─", with: "")
      return text.contains { $0 != " " } ? String(text.reversed().drop { $0 == " " }.reversed()) : nil
    }
    return inside.isEmpty ? lines.reversed().prefix { !$0.isEmpty }.reversed() : inside
  }

  /// The lines that a watch prints for a deletion by another program, which may lack functions of the file's own
  /// program.
  private func watchedDeletion() async throws -> [String] {
    let watch = try await Watch.start([], sandbox, file, gate: "gate VALUES ('%')")
    let deletion = "DELETE FROM \"\(table)\" WHERE rowid = (SELECT min(rowid) FROM \"\(table)\")"
    _ = try await sandbox.shell("sqlite3 '\(file)' '\(deletion)'")
    try await sandbox.sqlite(file, "INSERT INTO gate VALUES ('end')")
    var lines: [String] = []
    while lines.last?.contains("\"end\"") != true { lines += try await watch.lines(1) }
    _ = try await watch.end(SIGINT)
    return lines.filter { !$0.contains("\"table\":\"gate\"") }
  }
}

@Suite("files of real applications")
struct CorpusTests {
  @Test("REAL-20, REAL-23: a list of a real application's file shows moments as such", arguments: ApplicationTable.all)
  private func list(_ application: ApplicationTable) async throws {
    let sandbox = try Sandbox.showingDigits()
    let file = sandbox[application.file + ".db"]
    try await sandbox.sqlite(file, application.text("sql"))
    let screen = try await sandbox.almanac(
      "script", "", "--table", application.table, "--size", "119x12", "--utc", "--file", file)
    let row = screen.text.split(separator: "\n").map(String.init).first { $0.hasPrefix(" ▌") } ?? screen.text
    #expect(row == application.row)
  }

  @Test("REAL-20, REAL-23: every file of the corpus has its expectations")
  func completeness() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: ApplicationTable.folder.path)
    let schemas = Set(names.filter { $0.hasSuffix(".sql") }.map { String($0.dropLast(4)) })
    #expect(schemas == Set(ApplicationTable.all.map(\.file)))
    let uses = Set(names.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) })
    #expect(uses.subtracting(["lists"]) == schemas)
  }

  @Test(
    "REAL-20, REAL-23: the first record of a real application's file: its screen, its form, its deletion and undo, a watch",
    arguments: ApplicationTable.firsts)
  private func use(_ application: ApplicationTable) async throws {
    let use = try await ApplicationUse(application)
    var text = "table \(application.table)\n"
    for (name, lines) in try await use.sections() {
      text += "\n\(name)\n" + lines.map { $0 + "\n" }.joined()
    }
    #expect(try text == application.text("txt"), "\(application.file) is now:\n\(text)<end>")
  }
}
