import AlmanacRecords

/// Something that can be copied, for the person to choose.
struct CopyChoice {
  /// The title, after `copy`.
  let title: String
  /// What it is of.
  let caption: String
  let perform: @MainActor () -> Void

  /// The choices for records of a table. `column`: the one with the cursor. `copy` copies a part of them.
  @MainActor
  static func all(
    of table: ListedTable, column: String?, count: Int, copy: @escaping @MainActor (CopiedPart) -> Void
  ) -> [CopyChoice] {
    let records = count == 1 ? "" : table.counted(count)
    let formats: [DataFormat] = [.csv, .tsv, .json, .markdown, table.insertions]
    let value = column.map { column in
      CopyChoice(title: column, caption: count == 1 ? "value" : records) { copy(.column(column)) }
    }
    return [value].compactMap(\.self)
      + formats.map { format in CopyChoice(title: "as \(format.title)", caption: records) { copy(.rows(format)) } }
  }
}
