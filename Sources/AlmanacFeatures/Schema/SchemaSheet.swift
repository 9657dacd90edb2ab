// The schema of a table, as lines.
import AlmanacRecords
import LiveQueries
import Terminals

/// The columns, indexes and foreign keys of a table, a diagram of its references, its sizes and its statements.
struct SchemaSheet {
  let schema: Schema.State
  /// The bytes of the file when it was opened; `nil` if they are not known.
  let openedByteCount: Int?
  let theme: Theme
  let isUnicode: Bool

  private typealias Line = TextReport.Line
  private var signs: Signs { Signs(isUnicode: isUnicode) }

  /// The text for a width. Tracked.
  func report(width: Int) -> TextReport {
    TextReport(title: "Schema\(signs.separator)\(schema.table)", lines: lines(width), theme: theme)
  }

  private func lines(_ width: Int) -> [Line] {
    func plain(_ texts: [String], indent: Int = 0) -> [Line] {
      texts.flatMap { Line.wrapped($0, .plain, indent: indent, width: width, isUnicode: isUnicode) }
    }
    guard let description = schema.description else {
      let query = schema.$description
      let words = query.loadError.map { "The schema can't be read: \(sentence($0))." }
      let text = words ?? (query.isLoading ? signs.ellipsis : "There is no table \(schema.table) any more.")
      return [Line(text: text, style: words == nil ? theme.muted : theme.error)]
    }
    let text = SchemaText(description.shape, viewDefinition: nil, isUnicode: isUnicode)
    let diagram = ReferenceDiagram(description, text, arrow: isUnicode ? "──>" : "-->").lines
    let sections = [
      (text.heading, plain(text.parts, indent: 2)),
      ("References", diagram.map { Line(text: $0, style: .plain, indent: 2) }),
      ("Size", sizes(text, width)),
      (
        description.statements.count == 1 ? "Statement" : "Statements",
        description.statements.enumerated().flatMap {
          // An empty line before each trigger.
          ($0 == 0 ? [] : [Line(text: "", style: .plain)]) + plain(text.statement($1), indent: 2)
        }
      ),
    ].filter { !$0.1.isEmpty }
    return Array(
      sections.map { [Line(text: $0, style: theme.header)] + $1 }.joined(separator: [Line(text: "", style: .plain)]))
  }

  private func sizes(_ text: SchemaText, _ width: Int) -> [Line] {
    switch schema.sizes {
    case .unasked:
      let words = "r reads each page of the table. A program may have to wait until then before it can write."
      return Line.wrapped(words, theme.muted, indent: 2, width: width, isUnicode: isUnicode)
    case .unknown: return [Line(text: "the pages are being read\(signs.ellipsis)", style: theme.muted, indent: 2)]
    case .failed(let sentence): return [Line(text: sentence, style: theme.error, indent: 2)]
    case .known(let sizes):
      var rows = (sizes.parts ?? []).map { part in
        ("\(part.isIndex ? "index" : "table") \(text.safe(part.name))", part.byteCount, "")
      }
      let growth = openedByteCount.map { sizes.fileByteCount - $0 } ?? 0
      let change =
        growth == 0 ? "" : "\(abs(growth).groupedDigits) \(growth > 0 ? "more" : "fewer") than when it was opened"
      rows.append(("the whole file", sizes.fileByteCount, change))
      let nameWidth = rows.map { text.width($0.0) }.max() ?? 0
      let numberWidth = rows.map { $0.1.groupedDigits.count }.max() ?? 0
      return rows.map { name, byteCount, change in
        let number = byteCount.groupedDigits
        let line =
          text.padded(name, to: nameWidth) + "  "
          + String(repeating: " ", count: numberWidth - number.count) + number + " bytes"
        return Line(text: [line, change].filter { !$0.isEmpty }.joined(separator: ", "), style: .plain, indent: 2)
      }
        + (sizes.parts == nil
          ? [Line(text: "SQLite was built without dbstat, which knows more.", style: theme.muted, indent: 2)] : [])
    }
  }
}

/// The references of a table in both directions: at the left who references it, at the right what it references.
///
///     Track.AlbumId ──> AlbumId
///                       ArtistId ──> Artist.ArtistId
private struct ReferenceDiagram {
  /// None without references.
  let lines: [String]

  init(_ description: TableDescription, _ text: SchemaText, arrow: String) {
    func names(_ columns: [String]) -> String {
      let names = columns.map(text.safe)
      return names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
    }
    func place(_ table: String, _ columns: [String]) -> String {
      columns.isEmpty ? text.safe(table) : "\(text.safe(table)).\(names(columns))"
    }
    let key = description.shape.columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
    var rows = description.referrers.map { referrer in
      let own = referrer.parentColumns.isEmpty ? key : referrer.parentColumns
      return (left: place(referrer.table, referrer.columns), own: own.isEmpty ? "rowid" : names(own), right: "")
    }
    rows += description.shape.foreignKeys.map { key in
      (left: "", own: names(key.columns), right: place(key.parent, key.parentColumns))
    }
    let width = rows.map { text.width($0.left) }.max() ?? 0
    let gap = width == 0 ? "" : String(repeating: " ", count: text.width(arrow) + 2)
    lines = rows.map { row in
      let left = text.padded(row.left, to: width)
      let start = width == 0 ? "" : row.left.isEmpty ? left + gap : "\(left) \(arrow) "
      return start + row.own + (row.right.isEmpty ? "" : " \(arrow) \(row.right)")
    }
  }
}
