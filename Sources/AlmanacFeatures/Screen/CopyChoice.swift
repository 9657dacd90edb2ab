import AlmanacRecords

/// The records that a person has asked to copy: what comes under the cursor later is not meant.
public struct CopiedRecords: Equatable, Sendable {
  let chosen: ChosenRecords
  var cursor: RecordID?
}

/// Something that can be copied, for the person to choose.
struct CopyChoice {
  /// The title, after `copy`.
  let title: String
  /// What it is of.
  let caption: String
  let perform: @MainActor () -> Void

  /// The choices for records of a table. `column`: the one with the cursor. `name`: the table of INSERT statements; `nil`:
  /// that of the records. `copy` copies a part of them.
  @MainActor
  static func all(
    of table: ListedTable, column: String?, _ records: ChosenRecords, insertedInto name: String?,
    copy: @escaping @MainActor (CopiedPart) -> Void
  ) -> [CopyChoice] {
    let caption = records.only.map { "\(table.named($0))" } ?? table.counted(records.count)
    let value = column.map { column in
      CopyChoice(title: column, caption: caption) { copy(.column(column)) }
    }
    let formats: [DataFormat] = [.csv, .tsv, .json, .markdown]
    return [value].compactMap(\.self)
      + formats.map { format in CopyChoice(title: "as \(format.title)", caption: caption) { copy(.rows(format)) } }
      + [CopyChoice(title: "as INSERT", caption: caption) { copy(.insertions(into: name)) }]
  }
}
