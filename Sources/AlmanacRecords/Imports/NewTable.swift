// A table that an import makes, and the names of its columns.
public import Databases

/// A table to be made for the records of a source.
public struct NewTable: Hashable, Sendable {
  /// A column to be made.
  public struct Column: Hashable, Sendable {
    /// Its name in the source; empty if the source gives it none.
    public let source: String
    /// Its name in the table.
    public var name: String
    /// Its declared type.
    public var type: ColumnType
    /// Whether the type was found in the source. Then the import refuses a value that would have ruled it out.
    public let isFound: Bool

    /// Makes a column.
    public init(source: String, name: String, type: ColumnType, isFound: Bool = false) {
      (self.source, self.name, self.type, self.isFound) = (source, name, type, isFound)
    }
  }

  /// The name of the table.
  public var name: String
  /// The columns, in their order.
  public var columns: [Column]

  /// Makes a table.
  public init(_ name: String, _ columns: [Column]) { (self.name, self.columns) = (name, columns) }

  /// The most columns of a table in SQLite.
  static let mostColumns = 2000
  /// The problem of a source with more columns.
  static let tooWide = SourceProblem(
    description: "It names more than \(mostColumns.groupedDigits) columns, and SQLite's tables have no more.")

  /// The statement that makes it, as a person reads it: a line for each column. A name may have line feeds of its own.
  public var statement: [String] {
    let lines = definitionLines
    return ["CREATE TABLE \(name.inDoubleQuotes)\(lines[0])"] + lines[1..<(lines.count - 1)] + [
      lines[lines.count - 1] + ";"
    ]
  }

  /// The part of the statement behind the name of the table.
  var definition: String { definitionLines.joined(separator: "\n") }

  private var definitionLines: [String] {
    let lines = columns.enumerated().map { place, column in
      let type = column.type == .none ? "" : " \(column.type.rawValue)"
      return "  \(column.name.inDoubleQuotes)\(type)\(place == columns.count - 1 ? "" : ",")"
    }
    return ["("] + lines + [")"]
  }

  /// Why it can't be made, as a sentence; nil if nothing is known. Names that differ only in the case of A to Z are the
  /// same for SQLite.
  public var problem: String? {
    if name.isEmpty { return "The table has no name." }
    if name.lowercased().hasPrefix("sqlite_") { return "Names that begin with sqlite_ are SQLite's own." }
    if columns.isEmpty { return "There is no column." }
    var names: Set<[UInt8]> = []
    for (place, column) in columns.enumerated() {
      if column.name.isEmpty { return "Column \(place + 1) has no name." }
      guard names.insert(Array(column.name.lowercasedASCII.utf8)).inserted else {
        return "Two columns are called \(column.name)."
      }
    }
    return nil
  }

  /// Makes it inside a write. Throws a sentence, and `DatabaseError`.
  func make(_ db: Database) throws {
    if let problem { throw SourceProblem(description: problem) }
    if try Self.isTaken(name, db) { throw SourceProblem(description: "There is already a table \(name).") }
    try db.execute("CREATE TABLE \(name.inDoubleQuotes)\(definition)")
  }

  /// Whether a table or a view has this name.
  public static func isTaken(_ name: String, _ db: Database) throws -> Bool {
    var isTaken = false
    try db.internalRows(
      "SELECT 1 FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE", exactly: [.text(name)]
    ) { _ in isTaken = true }
    return isTaken
  }

  /// The name of a table for the records of a file: the name of the file without its ending.
  public static func name(for path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let end = file.lastIndex(of: ".") ?? file.endIndex
    return String(end == file.startIndex ? file : file[..<end])
  }

  /// Names for columns: those of the source, with a number where one is empty, or the same as one before it.
  static func distinctNames(_ names: [String]) -> [String] {
    let names = names.map { $0.replacing("\0", with: "\u{FFFD}") }
    var taken = Set(names.map(\.lowercasedASCII))
    var used: Set<String> = []
    func free(_ stem: String, from first: Int) -> String {
      var number = first
      while taken.contains("\(stem)\(number)".lowercasedASCII) { number += 1 }
      return "\(stem)\(number)"
    }
    return names.enumerated().map { place, name in
      var name = name
      if name.isEmpty {
        name = free("column", from: place + 1)
      } else if used.contains(name.lowercasedASCII) {
        name = free(name + "_", from: 2)
      }
      taken.insert(name.lowercasedASCII)
      used.insert(name.lowercasedASCII)
      return name
    }
  }
}

/// The declared type of a column to be made.
public enum ColumnType: String, CaseIterable, Sendable {
  /// Texts.
  case text = "TEXT"
  /// Integers of 64 bits.
  case integer = "INTEGER"
  /// Real numbers.
  case real = "REAL"
  /// Numbers of both kinds.
  case numeric = "NUMERIC"
  /// No type: each value stays what it is.
  case none = ""

  /// The name that a person reads.
  public var title: String { self == .none ? "no type" : rawValue }
}

extension String {
  /// The string as a quoted name of the SQL standard, for a statement that stays in the file.
  var inDoubleQuotes: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
