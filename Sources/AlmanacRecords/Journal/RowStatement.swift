// A change of a row as SQL: the statement that repeats it, and the one that undoes it.
public import Databases

/// Writes statements that turn one state of a row into the other, each on one line.
public struct RowStatement {
  private let table: ChangedRows.Table
  private let row: ChangedRows.Row

  /// Takes a row that a commit changed.
  public init(_ table: ChangedRows.Table, _ row: ChangedRows.Row) { (self.table, self.row) = (table, row) }

  /// The statement that makes the same change in a table that already has its new columns. Nil if a name has control
  /// characters for a terminal: SQL has no other form for them. Empty if only missing columns differ.
  public var forward: String? { statement(from: row.before, to: row.after, without: table.dropped) }
  /// The statement that undoes the change in a table that has its former columns again; nil and empty as above.
  public var backward: String? { statement(from: row.after, to: row.before, without: table.added) }

  private func statement(
    from before: [ExactValue]?, to after: [ExactValue]?, without missing: Set<String>
  ) -> String? {
    guard table.hasPlainNames else { return nil }
    let columns = table.columns.indices.filter { !missing.contains(table.columns[$0]) }
    let written = columns.filter { !table.generated.contains(table.columns[$0]) }
    switch (before, after) {
    case (nil, let values): return insertion(values ?? [], written)
    case (let values?, nil): return "DELETE FROM \(name) WHERE \(condition(values, columns));"
    case (let before?, let after?):
      let assignments = written.filter { before[$0] != after[$0] }.map {
        "\(table.columns[$0].sqlName) = \(after[$0].sqlLiteral)"
      }
      if assignments.isEmpty { return "" }
      return "UPDATE \(name) SET \(assignments.joined(separator: ", ")) WHERE \(condition(before, columns));"
    }
  }

  private var name: String { table.name.sqlName }

  /// The name of the rowid for a statement; nil without a rowid, or if columns have taken all its names.
  private var rowIDName: String? {
    guard row.rowID != nil else { return nil }
    return ["rowid", "_rowid_", "oid"].first { name in !table.columns.contains { $0.isSameName(as: name) } }
  }

  private func insertion(_ values: [ExactValue], _ written: [Int]) -> String {
    var names = written.map { table.columns[$0].sqlName }
    var literals = written.map { values[$0].sqlLiteral }
    if let rowID = row.rowID, let rowIDName, table.hasLooseRowIDs || isNamedByRowID(values) {
      names.insert(rowIDName, at: 0)
      literals.insert(String(rowID), at: 0)
    }
    // A module has put rows of its own into tables that it has just made.
    let verb = table.isShadow ? "INSERT OR REPLACE" : "INSERT"
    return "\(verb) INTO \(name)(\(names.joined(separator: ", "))) VALUES (\(literals.joined(separator: ", ")));"
  }

  private func value(_ column: String, in values: [ExactValue]) -> ExactValue {
    table.columns.firstIndex(of: column).map { values[$0] } ?? .null
  }

  /// Whether conditions identify the row by its rowid: the table has no key, or the key contains NULL. Otherwise they
  /// use the key, whatever the rowid.
  private func isNamedByRowID(_ values: [ExactValue]) -> Bool {
    table.key.isEmpty || table.key.contains { value($0, in: values) == .null }
  }

  private func condition(_ values: [ExactValue], _ columns: [Int]) -> String {
    if let rowID = row.rowID, let rowIDName, isNamedByRowID(values) { return "\(rowIDName) = \(rowID)" }
    let names = table.key.isEmpty ? columns.map { table.columns[$0] } : table.key
    return names.map { "\($0.sqlName) IS \(value($0, in: values).sqlLiteral)" }.chained(by: "AND")
  }
}

extension ChangedRows.Table {
  /// Whether no name has characters that a terminal may obey.
  var hasPlainNames: Bool {
    ([name] + columns).allSatisfy { !$0.unicodeScalars.contains(where: \.isObeyedByTerminals) }
  }
}

extension ExactValue {
  /// The value in SQL, on one line, exact and with its storage class.
  public var sqlLiteral: String {
    switch self {
    case .null: "NULL"
    // Without the minus the number is too large for an integer.
    case .integer(Int.min): "(-9223372036854775807 - 1)"
    case .integer(let number): String(number)
    case .real(let number): number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : String(number)
    case .blob(let bytes): Self.hexadecimal(bytes, limit: .max)
    case .text(let bytes): Self.literal(bytes)
    case .utf16(let bytes, _): "CAST(\(Self.hexadecimal(bytes, limit: .max)) AS TEXT)"
    }
  }

  /// A text in single quotes, with NUL and control characters for terminals outside them, by their numbers: SQLite
  /// would take bytes for the encoding of the file. Only a text that is not UTF-8 is written as its bytes.
  private static func literal(_ bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "CAST(\(hexadecimal(bytes, limit: .max)) AS TEXT)"
    }
    var parts: [String] = []
    var (quoted, numbers): (String, [String]) = ("", [])
    func end() {
      if !quoted.isEmpty { parts.append("'\(quoted)'") }
      if !numbers.isEmpty { parts.append("char(\(numbers.joined(separator: ", ")))") }
      (quoted, numbers) = ("", [])
    }
    for scalar in text.unicodeScalars {
      if scalar.isObeyedByTerminals {
        if !quoted.isEmpty || numbers.count == mostArguments { end() }
        numbers.append(String(scalar.value))
      } else {
        if !numbers.isEmpty { end() }
        if scalar == "'" { quoted.unicodeScalars.append(scalar) }
        quoted.unicodeScalars.append(scalar)
      }
    }
    end()
    return parts.count > 1 ? "(\(parts.chained(by: "||")))" : parts.first ?? "''"
  }

  /// SQLite allows 127 arguments in a call.
  private static let mostArguments = 100
}

extension JournalEntry {
  /// The statement that makes the same change elsewhere; nil if the row is unknown or has no statement.
  public var statement: String? {
    switch event {
    case .row(let table, let row): RowStatement(table, row).forward.flatMap { $0.isEmpty ? nil : $0 }
    case .schema(let change): SchemaStatement(change).forward
    case .note, .commit: nil
    }
  }
}
