// What the columns of a list seem to mean, as far as its rows at hand tell.
//
// A column is shown by its meaning only while every row at hand agrees, so a wrong guess hides nothing. It keeps its look
// while the person pages: once a record has disagreed, the values stand as they are until that record agrees or has gone.
import AlmanacRecords

/// What the values of a column say together.
enum ColumnVerdict: Hashable {
  /// Too little: there are NULLs alone, or a number that is 0, or 1, throughout.
  case open
  case agreed(ValueMeaning)
  /// The value at this place has no meaning, or another one than those before it.
  case odd(Int)

  /// NULL agrees with everything. In a column that is not declared boolean, 0 and 1 mean no and yes only where both
  /// occur: a column of quantities may well be 1 throughout.
  init(_ values: some Sequence<Excerpt>, in column: ColumnHints) {
    var agreed: ValueMeaning?
    var isVaried = false
    var first: Excerpt?
    for (place, value) in values.enumerated() where value != .null {
      guard let meaning = ValueMeaning(value, in: column), agreed == nil || meaning == agreed else {
        self = .odd(place)
        return
      }
      agreed = meaning
      isVaried = isVaried || first.map { $0 != value } ?? false
      first = first ?? value
    }
    self = agreed.map { $0 != .flag || column.isFlag || isVaried ? .agreed($0) : .open } ?? .open
  }
}

/// The columns of a list, each with what it means at present.
struct ColumnMeanings {
  private(set) var columns: [ListColumn]
  /// The record that disagreed, by the place of the column.
  private var odd: [Int: RecordID] = [:]

  init(_ columns: [ListColumn]) { self.columns = columns }

  /// Takes the rows that are at hand now. `gone` are records that were deleted since the rows before.
  mutating func take(_ rows: some Collection<ListedRow>, gone: [RecordID]) {
    let ids = Set(rows.lazy.map(\.id))
    for index in columns.indices {
      guard let hints = columns[index].hints else { continue }
      if let odd = odd[index], !ids.contains(odd), !gone.contains(odd) { continue }
      odd[index] = nil
      switch ColumnVerdict(rows.lazy.map(columns[index].value), in: hints) {
      case .open: break
      case .agreed(let meaning): columns[index].meaning = meaning
      case .odd(let place):
        columns[index].meaning = nil
        odd[index] = rows.dropFirst(place).first?.id
      }
    }
  }
}
