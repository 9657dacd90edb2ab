// Files of real applications: schemas written by hand with rows of our own, in `Tests/Corpus`, and what a person sees of
// them.
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

@Suite("files of real applications")
struct CorpusTests {
  @Test("REAL-20, REAL-23: a list of a real application's file shows moments as such", arguments: ApplicationTable.all)
  private func list(_ application: ApplicationTable) async throws {
    let sandbox = try Sandbox()
    let schema = try String(
      contentsOf: ApplicationTable.folder.appending(path: application.file + ".sql"), encoding: .utf8)
    let file = sandbox[application.file + ".db"]
    try await sandbox.sqlite(file, schema)
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
  }
}
