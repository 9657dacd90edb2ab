// A list as a query that a person can go on with.
import Databases
import LiveResults
import StructuredQueries

extension ListQuery {
  /// The SELECT whose rows are those of the list without the words of its search, in the same order. SQL can't say words
  /// exactly: a search folds letters as no function of SQLite does. `columns`: those to select, in their order.
  public func text(of columns: [String]) -> String {
    let isOfAll = columns == table.columns && !table.style.limits.leavesColumnsOut
    let selected = isOfAll ? "*" : columns.map(\.nameForPeople).joined(separator: ", ")
    var lines = ["SELECT \(selected)", "FROM \(table.name.nameForPeople)"]
    if let condition { lines.append("WHERE \(condition.condition.written)") }
    let terms = order.terms.map { term in
      term.column.nameForPeople + (term.collation.map { " COLLATE \($0.nameForPeople)" } ?? "")
        + (term.isDescending ? " DESC" : "")
    }
    if !terms.isEmpty { lines.append("ORDER BY \(terms.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }
}

extension QueryFragment {
  /// The SQL with its values written in the place of the question marks, and names as a person would write them.
  fileprivate var written: String {
    var text = ""
    var values = bindings[...]
    // The text or the quoted name that is being passed, with its quotation mark.
    var quoted = ""
    for character in sql {
      if let mark = quoted.first {
        quoted.append(character)
        guard character == mark else { continue }
        let name = String(quoted.dropFirst().dropLast())
        text += mark == "`" && name.nameForPeople == name ? name : quoted
        quoted = ""
      } else if "'\"`".contains(character) {
        quoted = String(character)
      } else if character == "?", let value = values.popFirst() {
        text += value.written
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension QueryFragment {
  /// The same for a statement: with names as they are.
  var literal: String {
    var text = String.UnicodeScalarView()
    var values = bindings[...]
    // A doubled mark ends a text and begins another one.
    var mark: Unicode.Scalar?
    for scalar in sql.unicodeScalars {
      if mark == nil, scalar == "?", let value = values.popFirst() {
        text.append(contentsOf: value.written.unicodeScalars)
        continue
      }
      if mark == scalar { mark = nil } else if mark == nil, "'\"`".unicodeScalars.contains(scalar) { mark = scalar }
      text.append(scalar)
    }
    return String(text)
  }
}

extension QueryBinding {
  fileprivate var written: String {
    switch self {
    case .null, .invalid: "NULL"
    case .integer(let value): ExactValue.integer(value).sqlLiteral
    case .real(let value): ExactValue.real(value).sqlLiteral
    case .text(let value): ExactValue.text(Array(value.utf8)).sqlLiteral
    case .blob(let bytes): ExactValue.blob(bytes).sqlLiteral
    case .encodedText(let bytes, .utf8): ExactValue.text(bytes).sqlLiteral
    case .encodedText(let bytes, .utf16): "CAST(\(ExactValue.blob(bytes).sqlLiteral) AS TEXT)"
    }
  }
}
