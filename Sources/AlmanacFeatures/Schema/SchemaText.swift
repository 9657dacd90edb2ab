// The schema of a table as text, for a person.
public import AlmanacRecords
import Terminals

/// The schema of a table as text.
public struct SchemaText {
  private let shape: TableShape
  private let viewDefinition: String?
  private let isUnicode: Bool

  /// `viewDefinition`: the CREATE statement of a view.
  public init(_ shape: TableShape, viewDefinition: String?, isUnicode: Bool) {
    (self.shape, self.viewDefinition, self.isUnicode) = (shape, viewDefinition, isUnicode)
  }

  /// A line for the table, then an indented line for each column, index and foreign key; then the statement of a view,
  /// with its own line breaks.
  public var text: String {
    var lines = [heading] + parts.map { "  \($0)" }
    if let viewDefinition { lines += statement(viewDefinition).map { $0.isEmpty ? "" : "  \($0)" } }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A line for each column, index and foreign key.
  var parts: [String] {
    let rows = shape.columns.map { [safe($0.name), safe($0.declaredType), properties(of: $0)] }
    let widths = (0..<2).map { place in rows.map { width($0[place]) }.max() ?? 0 }
    var lines: [String] = []
    if let problem = shape.problem { lines.append("can't be read: \(safe(problem))") }
    for row in rows {
      var line = zip(row, widths + [0]).map { padded($0, to: $1) }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      lines.append(line)
    }
    lines += shape.indexes.filter { !$0.isPrimaryKey }.map(line)
    return lines + shape.foreignKeys.map(line)
  }

  /// The lines of a statement.
  func statement(_ sql: String) -> [String] {
    sql.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { safe(String($0)) }
  }

  /// A text with spaces up to a width.
  func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - self.width(text)))
  }

  func width(_ text: String) -> Int { displayWidth(text, isUnicode: isUnicode) }

  /// The kind, the name and the traits.
  var heading: String {
    let kind =
      switch shape.kind {
      case .table: "table"
      case .view: "view"
      case .virtual: "virtual table"
      case .shadow: "shadow table"
      case .internal: "internal table"
      }
    var traits: [String] = []
    if shape.isStrict { traits.append("strict") }
    if shape.kind == .table, !shape.hasRowIDs { traits.append("without rowid") }
    return ([kind, safe(shape.name)] + (traits.isEmpty ? [] : ["(\(traits.joined(separator: ", ")))"])).joined(
      separator: " ")
  }

  private func properties(of column: TableShape.Column) -> String {
    var words: [String] = []
    if column.keyPlace > 0 {
      let isWhole = shape.columns.count { $0.keyPlace > 0 } == 1
      words.append(isWhole ? "primary key" : "primary key, part \(column.keyPlace)")
    }
    if column.isNotNull { words.append("not null") }
    if let value = column.defaultValue { words.append("default \(safe(value))") }
    if column.collation != "BINARY" { words.append("collate \(safe(column.collation))") }
    switch column.generation {
    case .none: break
    case .virtual: words.append("generated when read")
    case .stored: words.append("generated when written")
    }
    if let problem = column.problem { words.append("can't be computed: \(safe(problem))") }
    if column.isHidden { words.append("hidden") }
    return words.joined(separator: ", ")
  }

  private func line(of index: TableShape.Index) -> String {
    let parts = index.parts.map { part in
      var words = [part.column.map(safe) ?? "an expression"]
      if part.collation != "BINARY" { words.append("collate \(safe(part.collation))") }
      if part.isDescending { words.append("desc") }
      return words.joined(separator: " ")
    }
    let kind = index.isUnique ? "unique index" : "index"
    return "\(kind) \(safe(index.name)) on \(parts.joined(separator: ", "))\(index.isPartial ? ", of some rows" : "")"
  }

  private func line(of key: TableShape.ForeignKey) -> String {
    let columns = key.columns.map(safe).joined(separator: ", ")
    let parents = key.parentColumns.isEmpty ? "" : " (\(key.parentColumns.map(safe).joined(separator: ", ")))"
    var line = "foreign key (\(columns)) to \(safe(key.parent))\(parents)"
    if key.onDelete != "NO ACTION" { line += ", on delete \(key.onDelete.lowercased())" }
    if key.onUpdate != "NO ACTION" { line += ", on update \(key.onUpdate.lowercased())" }
    return line
  }

  /// A name made harmless for a terminal: the schema is data.
  func safe(_ text: String) -> String { SafeText.string(text, isUnicode: isUnicode) }
}
