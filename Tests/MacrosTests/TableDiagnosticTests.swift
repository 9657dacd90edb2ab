// The messages of the table macros about a wrong use, with their places.

import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import TestSupport
import Testing

@testable import Macros

@Suite(.recordsIssues) struct TableDiagnosticTests {
  /// The diagnostics of a source, as `line:column: message`.
  private func diagnostics(_ source: String) -> [String] {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    _ = file.expand(
      macros: [
        "Table": TableMacro.self, "Selection": SelectionMacro.self, "Column": ColumnMacro.self,
        "Ephemeral": EphemeralMacro.self,
      ],
      contextGenerator: { _ in context })
    return context.diagnostics.map { diagnostic in
      let location = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Test.swift")
      return "\(location.line):\(location.column): \(diagnostic.message)"
    }
  }

  @Test func wrongDeclarations() {
    #expect(
      diagnostics("@Table class Fact {\n  let id: Int\n}")
        == ["1:1: A row is a value: '@Table' belongs to a struct. Make this a struct."])
    #expect(
      diagnostics("@Selection enum Fact {}")
        == ["1:1: A row is a value: '@Selection' belongs to a struct. Make this a struct."])
    #expect(
      diagnostics("@Table struct Fact {}")
        == ["1:15: A table needs a column. Declare a stored property, as in 'let id: Int'."])
    #expect(
      diagnostics(#"@Table("a\(b)") struct Fact { let id: Int }"#)
        == ["1:8: The name is needed while compiling. Write it as a string literal without interpolations."])
  }

  @Test func wrongProperties() {
    #expect(
      diagnostics("@Table struct Fact {\n  let id: Int\n  @Column(as: form) var at: Date\n}") == [
        """
        3:15: The representation is needed while compiling. Write it as a type, as in \
        'as: Date.UnixTimeRepresentation.self'.
        """
      ])
    #expect(
      diagnostics("@Table struct Fact {\n  var at = now()\n  let id: Int\n}") == [
        "2:7: The column's type can't be read from this value. Write it out, as in 'var at: Int = …'."
      ])
    #expect(
      diagnostics("@Table struct Fact {\n  let id: Int\n  let x: Int = 5\n}") == [
        "3:7: The constant 'x' has its value already, so no row can set it. Write 'var', or mark it '@Ephemeral'."
      ])
    #expect(
      diagnostics("@Table struct Fact {\n  let id: Int\n  var (a, b): (Int, Int)\n}")
        == ["3:7: A column needs a name of its own. Declare each property by itself, as in 'var x: Int'."])
    #expect(
      diagnostics("@Table struct Fact {\n  let id: Int\n  @Ephemeral var x: Int\n}")
        == ["3:18: 'x' is not in the table, so a decoded row can't fill it. Give it a value, as in '= nil'."])
    #expect(
      diagnostics("@Table struct Fact {\n  let id: Int\n  @Column(\"id\") var x: Int\n}")
        == ["3:21: Two properties have the column 'id'. Give one of them another name with '@Column(\"…\")'."])
    #expect(
      diagnostics(
        "@Table struct Fact {\n  @Column(primaryKey: true) let a: Int\n  @Column(primaryKey: true) let b: Int\n}")
        == [
          "3:33: 'b' would be a second primary key. Mark one property only; find rows by several columns with 'where'."
        ])
    #expect(
      diagnostics("@Table struct Fact {\n  let id: Int\n  @Column(generated: x) let b: Int\n}")
        == ["3:22: The answer is needed while compiling. Write 'true' or 'false'."])
    #expect(
      diagnostics("struct Fact {\n  @Column func x() {}\n}")
        == ["2:3: '@Column' and '@Ephemeral' belong to a stored property of a '@Table' struct. Remove it here."])
    #expect(
      diagnostics("struct Fact {\n  @Column var x: Int { 5 }\n}")
        == ["2:3: A computed property is no column. Remove the attribute, or store the property."])
  }

  @Test("LIB-04: a table's own all, which no statement would obey, is an error")
  func ownAll() {
    let message = """
      A table's scope holds under every alias too, so it is written as a function of the columns. Write \
      '@PredicateBuilder static func scope(_ columns: TableColumns) -> [Predicate] { … }' instead of 'all'.
      """
    #expect(
      diagnostics("@Table struct Note {\n  let id: Int\n  static let all = unscoped.where { !$0.isDeleted }\n}")
        == ["3:14: \(message)"])
    #expect(
      diagnostics("@Table struct Note {\n  let id: Int\n  static var all: SelectOf<Note> { unscoped }\n}")
        == ["3:14: \(message)"])
  }
}
