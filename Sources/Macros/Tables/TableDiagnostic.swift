// What the macros of tables say about a wrong use: each sentence tells what to do.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A wrong use of `@Table`, `@Selection` or `@Column`.
enum TableDiagnostic: DiagnosticMessage {
  case notAStruct(macro: String)
  case noColumns
  case destructured
  case typeMissing(String)
  case constantWithValue(String)
  case ephemeralWithoutDefault(String)
  case nameNotLiteral
  case flagNotLiteral
  case secondPrimaryKey(String)
  case duplicateColumn(String)
  case columnOutsideTable
  case columnNotStored

  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID { MessageID(domain: "StructuredQueries", id: "\(self)") }

  var message: String {
    switch self {
    case .notAStruct(let macro):
      "A row is a value: '@\(macro)' belongs to a struct. Make this a struct."
    case .noColumns:
      "A table needs a column. Declare a stored property, as in 'let id: Int'."
    case .destructured:
      "A column needs a name of its own. Declare each property by itself, as in 'var x: Int'."
    case .typeMissing(let name):
      "The column's type can't be read from this value. Write it out, as in 'var \(name): Int = …'."
    case .constantWithValue(let name):
      "The constant '\(name)' has its value already, so no row can set it. Write 'var', or mark it '@Ephemeral'."
    case .ephemeralWithoutDefault(let name):
      "'\(name)' is not in the table, so a decoded row can't fill it. Give it a value, as in '= nil'."
    case .nameNotLiteral:
      "The name is needed while compiling. Write it as a string literal without interpolations."
    case .flagNotLiteral:
      "The answer is needed while compiling. Write 'true' or 'false'."
    case .secondPrimaryKey(let name):
      "'\(name)' would be a second primary key. Mark one property only; find rows by several columns with 'where'."
    case .duplicateColumn(let name):
      "Two properties have the column '\(name)'. Give one of them another name with '@Column(\"…\")'."
    case .columnOutsideTable:
      "'@Column' and '@Ephemeral' belong to a stored property of a '@Table' struct. Remove it here."
    case .columnNotStored:
      "A computed property is no column. Remove the attribute, or store the property."
    }
  }
}

extension MacroExpansionContext {
  /// Puts a message at a piece of source.
  func report(_ message: TableDiagnostic, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: Syntax(node), message: message))
  }
}
