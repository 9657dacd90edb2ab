// A record as it stands on the screen, field by field, live.
import AlmanacRecords
import Databases
import Terminals

/// The fields of the record that is shown in one place, those marked that have just changed.
@MainActor
final class RecordOutline {
  /// A field of a record, as it is marked.
  private struct Field: Hashable {
    var id: RecordID
    var label: String
  }

  /// What the lines were made of.
  private struct Source: Equatable {
    var id: RecordID
    var row: ExactRow
    var columns: [String]
    var labels: [String]
    var stored: [String: LongValue]
    var naming: [DetailField]
    var history: RecordHistory
    var areBytesShown: Bool
    var now: Double
    var width: Int
  }

  private let table: ListedTable
  private let environment: ScreenEnvironment
  private let marks: TimedMarks<Field>
  private var source: Source?
  private var fields: [DetailField] = []
  private var outline: DetailOutline?

  /// `changed` is called when marks have gone, to draw the record again.
  init(_ table: ListedTable, _ environment: ScreenEnvironment, changed: @escaping @MainActor () -> Void) {
    self.table = table
    self.environment = environment
    marks = TimedMarks(environment, ended: changed)
  }

  /// Takes the record over as it is to be drawn. What differs in the record that was shown is marked.
  func show(
    _ row: ExactRow, _ columns: [String], id: RecordID, labels: [String], stored: [String: LongValue],
    naming: [DetailField] = [], history: RecordHistory = RecordHistory(), areBytesShown: Bool = false, width: Int
  ) {
    let new = Source(
      id: id, row: row, columns: columns, labels: labels, stored: stored, naming: naming, history: history,
      areBytesShown: areBytesShown, now: environment.clock.wholeMinutes, width: width)
    guard new != source else { return }
    if source?.id != id || source?.row != row || source?.labels != labels || source?.stored != stored
      || source?.now != new.now || source?.areBytesShown != areBytesShown
    {
      fields = fields(of: new, now: new.now)
      if let source, source.id == id, source.row != row || source.stored != stored { mark(since: source, now: new.now) }
    }
    source = new
    outline = DetailOutline(
      fields, naming: naming,
      history: DetailField.fields(of: history, ValueReading(table, environment.clock.zone), now: new.now), width: width,
      isUnicode: environment.isUnicode)
  }

  /// How many fields there are, and how many entries: also the tables that name the record.
  var fieldCount: Int { fields.count }
  var entryCount: Int { outline?.entryCount ?? 0 }

  /// The column whose value an entry shows; `nil` where it is no field.
  func column(of entry: Int) -> String? { fields.indices.contains(entry) ? fields[entry].column : nil }

  /// The lines of an entry, of a long one at least `height` of them.
  func lines(of entry: Int, atLeast height: Int) -> Range<Int> {
    outline?.lines(of: entry, atLeast: height) ?? 0..<0
  }

  /// The first entry that a line from `line` on belongs to.
  func entry(from line: Int, height: Int) -> Int? {
    outline?.reach(line + height)
    return outline?.lines.dropFirst(line).prefix(height).lazy.compactMap(\.entry).first
  }

  /// Forgets the record: when it is shown again, what has changed meanwhile has not just changed.
  func clear() { (source, fields, outline) = (nil, [], nil) }

  private func fields(of source: Source, now: Double) -> [DetailField] {
    table.detailFields(
      of: source.row, source.columns, labels: source.labels, stored: source.stored,
      areBytesShown: source.areBytesShown, now: now, zone: environment.clock.zone)
  }

  private func mark(since old: Source, now: Double) {
    let before = Set(fields(of: old, now: now))
    for field in fields where !before.contains(field) {
      marks.add(.changed(columns: []), to: Field(id: old.id, label: field.label))
    }
  }

  /// The line at the top where `line` is wanted there, as far down as something follows.
  func top(_ line: Int, height: Int) -> Int {
    outline?.reach(line > .max - height ? .max : line + height)
    return min(line, max(0, (outline?.lines.count ?? 0) - height))
  }

  /// Where the values of the fields begin.
  var valueColumn: Int { outline?.valueColumn ?? 0 }

  /// How wide the first lines are, with a column behind them.
  func width(height: Int) -> Int {
    outline?.reach(height)
    return outline?.lines.prefix(height).map { $0.width(isUnicode: environment.isUnicode) + 1 }.max() ?? 0
  }

  /// Whether there is more than fits.
  func isLonger(than height: Int) -> Bool {
    outline?.reach(height + 1)
    return (outline?.lines.count ?? 0) > height
  }

  /// Draws the lines from `first` on, as far as `height` goes, from row `top` of the buffer on, with the matches of
  /// `query` emphasised.
  func draw(
    from first: Int = 0, at top: Int, height: Int, focus: Int? = nil, matching query: SearchQuery,
    on buffer: inout CellBuffer
  ) {
    guard let source else { return }
    outline?.reach(first + height)
    let marked = Set(fields.indices.filter { marks[Field(id: source.id, label: fields[$0].label)] != nil })
    outline?.draw(
      from: first, at: top, height: height, marked: marked, focus: focus, query: query, theme: environment.theme,
      on: &buffer)
  }
}
