// The documents line by line: each line of code is in the tests, or in the table of changes.

import Foundation
import Testing

/// A document: its code as written, and the folder of its tests.
struct Document: CustomTestStringConvertible, Sendable {
  let number: String
  let folder: String

  var testDescription: String { "document \(number)" }

  static let all = [
    Document(number: "000", folder: "ViewIntegration"), Document(number: "001", folder: "Injection"),
    Document(number: "002", folder: "QueryClient"), Document(number: "003", folder: "UsersApplication"),
    Document(number: "004", folder: "StoreViews"),
  ]

  static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  /// The lines of the code that are compared.
  func lines() throws -> [String] {
    let text = try String(contentsOf: Self.tests.appending(path: "Documents/\(number).txt"), encoding: .utf8)
    return CodeLines.compared(in: text)
  }

  /// The lines of the sources in the folder.
  func sources() throws -> Set<String> {
    let folder = Self.tests.appending(path: folder)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return Set(texts.flatMap { $0.split(separator: "\n").map(CodeLines.normal) })
  }

  /// The rows of the table that are about this document.
  func changes() throws -> [Change] {
    let text = try String(contentsOf: Self.tests.appending(path: "Changes.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { Change($0) }.filter { $0.document == number }
  }
}

/// A row of the table: `| 000 | its line | the line here | the reason |`.
struct Change {
  let document: String
  /// `nil` for a line that was added.
  let line: String?
  /// `nil` for a line that was left out.
  let replacement: String?
  let reason: String

  init?(_ row: Substring) {
    let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 4, cells[0].count == 3, Int(cells[0]) != nil else { return nil }
    func code(_ cell: String) -> String? {
      cell == "—" ? nil : CodeLines.normal(Substring(cell.trimmingCharacters(in: ["`"])))
    }
    (document, line, replacement, reason) = (cells[0], code(cells[1]), code(cells[2]), cells[3])
  }
}

enum CodeLines {
  /// A line without its indentation, and without an access level at its beginning.
  static func normal(_ line: some StringProtocol) -> String {
    var line = line.trimmingCharacters(in: .whitespaces)
    for level in ["private ", "fileprivate "] where line.hasPrefix(level) { line.removeFirst(level.count) }
    return line
  }

  /// The calls of the libraries in a view's body; the rest of a body belongs to Apple's framework.
  private static let calls = [
    "store.send(", "store.scope(", ".sending(", "$facts.", "$users.", "state.status", "withErrorReporting",
  ]

  /// The lines that the tests must contain: no comments, no `...`, no lines of brackets only, and of a view's body only
  /// the lines that call the libraries.
  static func compared(in code: String) -> [String] {
    var lines: [String] = []
    var depthOfBody = 0
    for line in code.split(separator: "\n").map(normal) {
      let isBodyStart = line.hasPrefix("var body: some View") || line.hasPrefix("var body: some Scene")
      let isInBody = isBodyStart || depthOfBody > 0
      if isInBody {
        depthOfBody += line.count { $0 == "{" } - line.count { $0 == "}" }
        guard calls.contains(where: line.contains) else { continue }
      }
      guard !line.hasPrefix("//"), line != "...", line.contains(where: \.isLetter) else { continue }
      lines.append(line)
    }
    return lines
  }
}

@Suite struct DocumentTests {
  @Test("Each line of a document's code stands in its tests or in the table", arguments: Document.all)
  func lines(of document: Document) throws {
    let known = try document.sources().union(document.changes().compactMap(\.line))
    let missing = try document.lines().filter { !known.contains($0) }
    #expect(missing == [])
  }

  @Test(
    "Each row of the table is about a line of its document and one of its tests, and gives the reason",
    arguments: Document.all)
  func changes(of document: Document) throws {
    let (lines, sources) = (try Set(document.lines()), try document.sources())
    for change in try document.changes() {
      if let line = change.line { #expect(lines.contains(line), "not in document \(document.number): \(line)") }
      if let replacement = change.replacement { #expect(sources.contains(replacement), "not in the tests") }
      #expect(change.line != nil || change.replacement != nil)
      #expect(!change.reason.isEmpty)
    }
  }

  @Test("A line is compared without indentation and access level; bodies, comments and brackets are left out")
  func comparison() {
    let code = """
      struct V: View {
        private let x = 1  // said
        // nothing
        var body: some View {
          Text("a")
          Button { store.send(.tapped) }
        }
        ...
        func f() {
        }
      }
      """
    #expect(
      CodeLines.compared(in: code) == [
        "struct V: View {", "let x = 1  // said", "Button { store.send(.tapped) }", "func f() {",
      ])
  }
}
