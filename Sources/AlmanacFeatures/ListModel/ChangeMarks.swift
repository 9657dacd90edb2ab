// Marks of recently arrived or changed rows.

/// What has happened to a row a moment ago.
enum ChangeMark: Hashable {
  case arrived
  case changed(columns: Set<Int>)
}

/// Which rows, or other things with an identity, arrived or changed in which columns, and until when the mark is shown.
struct ChangeMarks<ID: Hashable> {
  private var marks: [ID: (mark: ChangeMark, until: Double)] = [:]

  /// The mark of a row.
  subscript(id: ID) -> ChangeMark? { marks[id]?.mark }

  /// The next moment at which a mark ends.
  var nextEnd: Double? { marks.values.map(\.until).min() }

  mutating func add(_ mark: ChangeMark, to id: ID, until: Double) {
    // A record that has just arrived is new as a whole.
    if case .changed(let columns) = mark, let old = marks[id] {
      switch old.mark {
      case .arrived: marks[id] = (.arrived, until)
      case .changed(let before): marks[id] = (.changed(columns: before.union(columns)), until)
      }
    } else {
      marks[id] = (mark, until)
    }
  }

  /// Removes the marks that have ended. Returns whether there were any.
  mutating func expire(at now: Double) -> Bool {
    let count = marks.count
    marks = marks.filter { $0.value.until > now }
    return marks.count < count
  }
}
