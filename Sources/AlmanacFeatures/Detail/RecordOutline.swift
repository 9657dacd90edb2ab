// The fields of a live record on the screen.
import AlmanacRecords
import Databases
import Images
import Terminals

/// The fields of a shown record, with marks on recent changes.
@MainActor
final class RecordOutline {
  /// The identity of a field, for its mark.
  private struct Field: Hashable {
    var id: RecordID
    var label: String
  }

  /// The input of the lines.
  private struct Source: Equatable {
    var id: RecordID
    var row: ExactRow
    var columns: [String]
    var labels: [String]
    var stored: [String: LongValue]
    var naming: [DetailField]
    var history: RecordHistory
    var areBytesShown: Bool
    /// What is shown of each picture.
    var looks: [String: ImageLook]
    /// The decoded pictures.
    var images: [String: Image]
    /// The sign between thousands.
    var thousands: String
    var now: Double
    var width: Int
  }

  private let table: ListedTable
  private let environment: ScreenEnvironment
  private let marks: TimedMarks<Field>
  private var source: Source?
  private var fields: [DetailField] = []
  private var outline: DetailOutline?
  /// The last words, and what they are of: the ages of a record stay as they were said first.
  private var heard: (source: Source, words: Words)?

  /// The entries in words, and the changes seen.
  typealias Words = (entries: [String], history: [String])

  /// `changed` is called when marks have ended, to draw the record again.
  init(_ table: ListedTable, _ environment: ScreenEnvironment, changed: @escaping @MainActor () -> Void) {
    self.table = table
    self.environment = environment
    marks = TimedMarks(environment, ended: changed)
  }

  /// Takes over the record to draw. Marks the differences from the same record's last version. Reads the settings,
  /// tracked.
  func show(
    _ row: ExactRow, _ columns: [String], id: RecordID, labels: [String], stored: [String: LongValue],
    naming: [DetailField] = [], history: RecordHistory = RecordHistory(), areBytesShown: Bool = false,
    images: RecordImages.State, width: Int
  ) {
    let isDrawn = environment.drawsImages && !areBytesShown
    let new = Source(
      id: id, row: row, columns: columns, labels: labels, stored: stored, naming: naming, history: history,
      areBytesShown: areBytesShown, looks: isDrawn ? images.looks : [:], images: isDrawn ? images.images : [:],
      thousands: Settings.present.thousands.sign, now: environment.clock.wholeMinutes, width: width)
    guard new != source else { return }
    if source?.id != id || source?.row != row || source?.labels != labels || source?.stored != stored
      || source?.now != new.now || source?.areBytesShown != areBytesShown || source?.looks != new.looks
      || source?.thousands != new.thousands
    {
      fields = fields(of: new, as: new, looks: new.looks)
      if let source, source.id == id, source.row != row || source.stored != stored { mark(new, since: source) }
    }
    source = new
    outline = DetailOutline(
      fields, images: new.images, naming: naming,
      history: DetailField.fields(of: history, ValueReading(table, environment.clock.zone), now: new.now),
      changeCount: history.newest.count, width: width,
      isUnicode: environment.isUnicode)
  }

  /// The number of fields; `entryCount` also counts the tables with referrers, and the changes.
  var fieldCount: Int { fields.count }
  /// The entry of the newest change.
  var firstChange: Int { fields.count + (source?.naming.count ?? 0) }
  var entryCount: Int { outline?.entryCount ?? 0 }

  /// The column of an entry; `nil` if the entry is not a field.
  func column(of entry: Int) -> String? { fields.indices.contains(entry) ? fields[entry].column : nil }

  /// The number of the change of an entry; `nil` if the entry is none.
  func change(of entry: Int) -> Int? {
    guard let changes = source?.history.newest, changes.indices.contains(entry - firstChange) else { return nil }
    return changes[entry - firstChange].id
  }

  /// The entry with the cursor: newer changes move that of a change. If that is no longer listed, it is the last entry
  /// above the changes. So no other change ever gets the cursor by itself.
  func entry(at place: RecordDetail.Place) -> Int {
    guard let change = place.change else { return min(place.focus, firstChange - 1) }
    let index = source?.history.newest.firstIndex { $0.id == change.id }
    return index.map { firstChange + $0 } ?? firstChange - 1
  }

  /// The place with the cursor on an entry.
  func place(at entry: Int, scroll: Int) -> RecordDetail.Place {
    var place = RecordDetail.Place(focus: entry, scroll: scroll)
    place.change = change(of: entry).map { .init(id: $0, line: lines(of: entry, atLeast: 1).lowerBound) }
    return place
  }

  /// The top line for a place. If newer changes have come above the one with the cursor, it keeps its line.
  func top(of place: RecordDetail.Place, height: Int) -> Int {
    guard let line = place.change?.line else { return top(place.scroll, height: height) }
    let moved = lines(of: entry(at: place), atLeast: 1).lowerBound - line
    return top(max(0, place.scroll + moved), height: height)
  }

  /// The lines of an entry; of a long one at least `height`.
  func lines(of entry: Int, atLeast height: Int) -> Range<Int> {
    outline?.lines(of: entry, atLeast: height) ?? 0..<0
  }

  /// The entry of the first line from `line` on that has one.
  func entry(from line: Int, height: Int) -> Int? {
    outline?.reach(line + height)
    return outline?.lines.dropFirst(line).prefix(height).lazy.compactMap(\.entry).first
  }

  /// The record in words.
  func words() -> Words {
    guard var source else { return ([], []) }
    if let heard, heard.source.id == source.id { source.now = heard.source.now }
    if let heard, heard.source == source { return heard.words }
    let fields = fields(of: source, as: source, looks: source.looks) + source.naming
    let reading = ValueReading(table, environment.clock.zone)
    let history = DetailField.fields(of: source.history, reading, now: source.now).map { change in
      var change = change
      change.label = ""
      return change.words
    }
    let words = (entries: fields.map(\.words), history: history)
    heard = (source, words)
    return words
  }

  /// Forgets the record. When it is shown again, earlier changes are not marked.
  func clear() { (source, fields, outline, heard) = (nil, [], nil, nil) }

  /// The fields of a source, at the time and with the settings of the present one.
  private func fields(of source: Source, as present: Source, looks: [String: ImageLook] = [:]) -> [DetailField] {
    table.detailFields(
      of: source.row, source.columns, labels: source.labels, stored: source.stored,
      areBytesShown: source.areBytesShown, images: looks, thousands: present.thousands, now: present.now,
      zone: environment.clock.zone)
  }

  /// Marks the changed fields. Of a picture, which has no text, the bytes are compared.
  private func mark(_ new: Source, since old: Source) {
    let before = Set(fields(of: old, as: new))
    for field in fields(of: new, as: new) where !before.contains(field) {
      marks.add(.changed(columns: []), to: Field(id: old.id, label: field.label))
    }
  }

  /// The top line for a wanted `line`: at most the one with which the last line is visible.
  func top(_ line: Int, height: Int) -> Int {
    outline?.reach(line > .max - height ? .max : line + height)
    return min(line, max(0, (outline?.lines.count ?? 0) - height))
  }

  /// The column where the values of the fields begin.
  var valueColumn: Int { outline?.valueColumn ?? 0 }

  /// The width of the first lines, with one column after them.
  func width(height: Int) -> Int {
    outline?.reach(height)
    return outline?.lines.prefix(height).map { $0.width(isUnicode: environment.isUnicode) + 1 }.max() ?? 0
  }

  /// Whether there are more lines than `height`.
  func isLonger(than height: Int) -> Bool {
    outline?.reach(height + 1)
    return (outline?.lines.count ?? 0) > height
  }

  /// Draws at most `height` lines from line `first`, starting at row `top` of the buffer. Matches of `query` are
  /// emphasised.
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
