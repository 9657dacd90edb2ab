// What the columns of a list seem to mean, as far as its rows at hand tell.
//
// A column is shown by its meaning only while every row at hand agrees, so a wrong guess hides nothing.
import AlmanacRecords

/// What the values of a column say together.
enum ColumnVerdict: Hashable {
  /// Too little: there are NULLs alone, or a number that is 0, or 1, throughout.
  case open
  case agreed(ValueMeaning)
  /// A value has no meaning, or another one than those before it.
  case odd

  /// NULL agrees with everything. In a column that is not declared boolean, 0 and 1 mean no and yes only where both
  /// occur: a column of quantities may well be 1 throughout.
  init(_ values: some Sequence<Excerpt>, in column: ColumnHints) {
    var agreed: ValueMeaning?
    var isVaried = false
    var first: Excerpt?
    for value in values where value != .null {
      guard let meaning = ValueMeaning(value, in: column), agreed == nil || meaning == agreed else {
        self = .odd
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

  init(_ columns: [ListColumn]) { self.columns = columns }

  /// Takes the rows that are at hand now, and those of them that are new or have changed. A column that has a meaning
  /// keeps it if these agree: each value is read once.
  mutating func take(_ rows: some Collection<ListedRow>, new: some Sequence<ListedRow>) {
    for index in columns.indices {
      let column = columns[index]
      guard let hints = column.hints else { continue }
      if let meaning = column.meaning, meaning.fits(new.lazy.map(column.value), in: hints) { continue }
      switch ColumnVerdict(rows.lazy.map(column.value), in: hints) {
      case .open: break
      case .agreed(let meaning): columns[index].meaning = meaning
      case .odd: columns[index].meaning = nil
      }
    }
  }
}
