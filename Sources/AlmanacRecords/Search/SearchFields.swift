// What a search reads of a record.
import Databases

/// The fields of a record that a search tests, as SQL expressions: its texts, the labels of the records that it
/// references, and comparisons that share a clause with words.
struct SearchFields {
  /// The column of each text, or the column that shows the label.
  private(set) var columns: [String] = []
  /// One for each text, and then one for each comparison.
  private(set) var expressions: [String] = []
  /// The columns that decide what the fields hold: those of the comparisons too.
  private(set) var readColumns: [String] = []
  /// Whether each of them is the value of a column of the table.
  private(set) var areColumns = true

  /// No fields.
  init() {}

  /// The fields that a search tests in a table; none if it reads no texts.
  init(_ search: SearchQuery, of table: ListedTable) {
    guard search.readsTexts else { return }
    let parts = search.clauses.joined().filter { $0.filter == nil }
    let scoped = Set(parts.compactMap(\.column))
    let isAnywhere = parts.contains { $0.column == nil }
    columns = isAnywhere ? table.style.search.columns : []
    columns += table.columns.filter { scoped.contains($0) && !columns.contains($0) }
    expressions = columns.map(\.quotedName)
    for reference in table.style.relations.references where isAnywhere || scoped.contains(reference.lastColumn) {
      guard let label = reference.labelSQL(in: table) else { continue }
      columns.append(reference.lastColumn)
      expressions.append(label)
      areColumns = false
    }
    for filter in search.clauses.joined().compactMap(\.filter) {
      expressions.append("(\(filter.condition.literal)) IS TRUE")
      readColumns += filter.columns
      areColumns = false
    }
    readColumns += columns
  }
}

extension TableReference {
  /// The label of the record that a row of `table` references, as an SQL expression; nil if nothing labels it.
  func labelSQL(in table: ListedTable) -> String? {
    guard let label, !label.choices.isEmpty, parentColumns.count == columns.count else { return nil }
    // The referenced table may be the same one.
    let row = "almanac_referenced"
    func value(_ column: String) -> String { "\(row).\(column.quotedName)" }
    let choices = label.choices.map { choice in
      choice.count == 1
        ? "nullif(\(value(choice[0])), '')"
        : "nullif(trim(\(choice.map { "coalesce(\(value($0)), '')" }.joined(separator: " || ' ' || "))), '')"
    }
    let text = choices.count == 1 ? choices[0] : "coalesce(\(choices.joined(separator: ", ")))"
    let conditions = zip(parentColumns, columns).map { "\(value($0)) = \(table.quoted).\($1.quotedName)" }
    return
      "(SELECT \(text) FROM \(parent.quotedTable) AS \(row) WHERE \(conditions.joined(separator: " AND ")) LIMIT 1)"
  }
}
