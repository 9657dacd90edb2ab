// One field of a record's detail.
import AlmanacRecords
import Databases
import LiveQueries

/// A whole value of a record, on one or more lines.
struct DetailField: Hashable, Sendable {
  var label: String
  /// The column of the value; empty if it is not a column's value.
  var column = ""
  let value: ShownValue
  /// The dimmed text after the value: the label of the referenced record, or the declared type.
  var remark = ""
  /// The number that the text shows with thousands; `nil` if it has none.
  private(set) var number: String?
  /// Whether the text is a JSON object or array.
  private(set) var isJSON = false

  /// The value in its format, or as its column holds it if it does not fit. JSON is unfolded. A blob that is text is
  /// shown as text, unless `areBytesShown`; `image`: what is shown of one that is a picture. `byteCount`: the length of
  /// the whole value. `thousands`: the sign between them.
  init(
    _ label: String, _ value: ExactValue?, _ format: ValueFormat = .plain, byteCount: Int? = nil,
    meaning: ValueMeaning? = nil, areBytesShown: Bool = false, image: ImageLook? = nil, thousands: String = ",",
    now: Double, zone: CivilZone
  ) {
    self.label = label
    var shown = ShownValue(value, byteCount: byteCount, meaning: meaning)
    switch (format, value) {
    case (.flag, _):
      shown.text = value.flatMap { ValueMeaning.flag.remark(on: Excerpt($0), now: now, zone: zone) } ?? shown.text
    case (.age, .text), (.agePhrase, .text):
      if let text = value?.string { shown.text = Timestamp(text: text).detail(at: now, in: zone) }
    case (.plain, .integer?), (.plain, .real?):
      guard meaning == .quantity, let value else { break }
      if let grouped = Excerpt(value).grouped(by: thousands) {
        (number, shown.text) = (shown.text, grouped)
      }
    case (.plain, .text):
      if shown.note == nil, let unfolded = JSONOutline(shown.text)?.text {
        isJSON = true
        if unfolded != shown.text { (shown.text, shown.note) = (unfolded, Self.unfolded) }
      }
    case (.plain, .blob(let bytes)) where !areBytesShown:
      if let remark = image?.remark { shown.note? += ", " + remark }
      if image == .drawn {
        (shown.text, shown.note) = (shown.note ?? "", nil)
      } else if let text = ShownValue.text(ofBlob: bytes, byteCount: byteCount) {
        let unfolded = JSONOutline(text)?.text
        isJSON = unfolded != nil
        (shown.text, shown.isStandIn) = (unfolded ?? text, false)
        if byteCount != nil { shown.note? += ", the first \(bytes.count.groupedDigits) shown" }
      }
    default: break
    }
    self.value = shown
  }

  /// The note below JSON that is unfolded.
  fileprivate static let unfolded = "JSON, unfolded"

  /// How many records of another table reference the record by a foreign key.
  init(_ naming: RecordDetail.Naming, _ signs: Signs) {
    label = "\(naming.table.table).\(naming.table.columns.joined(separator: ", "))"
    var shown = ShownValue(.text([]))
    if let error = naming.error {
      (shown.text, shown.isStandIn) = ("not counted: \(sentence(error))", true)
    } else {
      shown.text = "\(naming.found.text(signs)) \(naming.found.value == 1 ? "record" : "records")"
    }
    value = shown
  }
}

extension DetailField {
  /// The newest changes of a record, and the number of older ones.
  static func fields(of history: RecordHistory, _ reading: ValueReading, now: Double) -> [DetailField] {
    let fields = history.newest.map { DetailField($0, reading, now: now) }
    return history.olderCount == 0 ? fields : fields + [DetailField(olderCount: history.olderCount)]
  }

  private init(olderCount: Int) {
    label = ""
    var shown = ShownValue(.text([]))
    (shown.text, shown.isStandIn) = ("and \(olderCount.groupedDigits) older", true)
    value = shown
  }

  /// A change of a record, for its history.
  private init(_ entry: JournalEntry, _ reading: ValueReading, now: Double) {
    label = Timestamp(secondsSince1970: entry.seenAt).age(at: now)
    var shown = ShownValue(.text([]))
    shown.text = "\(entry.sign) \(entry.words(reading).text)"
    value = shown
    remark = "  " + entry.author
  }
}

extension ListedTable {
  /// All fields of a record's detail: those of the style, then the other columns of the file.
  func detailFields(
    of row: ExactRow, _ columns: [String], labels: [String], stored: [String: LongValue] = [:],
    areBytesShown: Bool, images: [String: ImageLook], thousands: String, now: Double, zone: CivilZone
  ) -> [DetailField] {
    let styled = style.detailColumns
    let others = columns.filter { column in
      !style.listOnlyColumns.contains(column) && !styled.contains { $0.column == column }
    }
    return (styled + others.map { DetailStyle($0, of: $0) }).map { style in
      var field = DetailField(
        style.label, row[style.column], style.format, byteCount: stored[style.column]?.byteCount,
        meaning: meaning(of: style.column), areBytesShown: areBytesShown, image: images[style.column],
        thousands: thousands, now: now, zone: zone)
      field.column = style.column
      // The note already tells the type.
      let isToldBelow = field.value.note == DetailField.unfolded && style.type.lowercasedASCII.hasPrefix("json")
      field.remark = isToldBelow ? "" : remark(on: style, row, labels, now, zone)
      return field
    }
  }

  /// The dimmed text after a value: the label of the referenced record, or its table if there is no label; otherwise
  /// the value's probable meaning, or its type.
  private func remark(
    on style: DetailStyle, _ row: ExactRow, _ labels: [String], _ now: Double, _ zone: CivilZone
  ) -> String {
    guard let place = referencePlace(of: style.column, in: row) else {
      if style.format != .plain { return "" }
      let meaning = meaning(of: style.column)
      let remark = row[style.column].flatMap { meaning?.remark(on: Excerpt($0), now: now, zone: zone) } ?? style.type
      return remark.isEmpty ? "" : "  " + remark
    }
    let label = place < labels.count ? labels[place] : ""
    return " › " + (label.isEmpty ? self.style.relations.references[place].parent : label)
  }

  /// The index, among the table's foreign keys, of the one that a column shows; `nil` if it references nothing.
  func referencePlace(of column: String, in row: ExactRow) -> Int? {
    style.relations.references.firstIndex { reference in
      reference.lastColumn == column && !reference.columns.contains { row[$0] == .null }
    }
  }
}
