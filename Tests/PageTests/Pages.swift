// The pages of the modules: each has an example, and each line of it is in an example here, which is compiled and run.
import Foundation
import Testing

@Suite struct Pages {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let sources = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The modules that other code uses.
  private static let modules = [
    "Activities", "AlmanacRecords", "Containers", "CursesTerminals", "Databases", "DiffableLists",
    "IdentifiedCollections", "Images", "IssueReporting", "LiveQueries", "LiveResults", "Locks", "MainLoops",
    "Observing",
    "Pictures", "QueryClients", "QueryRepresentations", "Stores", "StructuredQueries", "Terminals", "WriteAheadLogs",
  ]

  /// The lines of a text without their indentation.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test("every module has a page with an example, which is compiled", arguments: modules)
  func example(_ module: String) throws {
    let page = Self.sources.appending(path: "\(module)/Documentation.docc/\(module).md")
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
    let blocks = parts.map { Self.lines($0.components(separatedBy: "```")[0]) }
    #expect(!blocks.isEmpty)
    let example = Self.tests.appending(path: "Examples/\(module)Example.swift")
    let code = Self.lines(try String(contentsOf: example, encoding: .utf8))
    for block in blocks {
      let isThere = code.indices.contains { code[$0...].starts(with: block) }
      #expect(isThere, "\(module): \(block.first ?? "")")
    }
  }
}
