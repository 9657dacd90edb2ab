// The keys that move between the columns of a list and arrange them.
//
//   key ──> a changed layout ──> columnsArranged ──┬──> the list's model ──> drawn in this turn
//                                                  └──> kept for the table, in the state folder
import AlmanacRecords
import Stores
import Terminals

extension RecordListPane {
  /// The keys of columns. A list with columns of its own has no current one.
  static func columnKeys(_ style: TableStyle) -> [KeyBinding<RecordListPane>] {
    func key(
      _ character: Character, does title: String, of group: String? = nil,
      perform: @escaping @MainActor (RecordListPane, _ column: String) -> Void
    ) -> KeyBinding<RecordListPane> {
      KeyBinding(
        .character(character), does: title, isListed: style.isDerived, of: group, unless: { $0.columnRefusal }
      ) { pane in
        if let column = pane.columns.currentName { perform(pane, column) }
      }
    }
    let (goes, hides) = ("another column, profile", "hide the column, show all")
    let arranges = "size, move, freeze column"
    return [
      key("H", does: "the column before", of: goes) { pane, _ in pane.moveColumn(by: -1) },
      key("L", does: "the next column", of: goes) { pane, _ in pane.moveColumn(by: 1) },
      key("i", does: "the profile of the column", of: goes) { $0.showProfile(of: $1) },
      key("_", does: "hide the column", of: hides) { $0.hide($1) },
      KeyBinding(
        .character("="), does: "all columns as they were", isListed: style.isDerived, of: hides,
        now: { $0.hasTwoMarks ? "compare the two" : nil }, unless: { $0.hasTwoMarks ? nil : $0.columnRefusal },
        waitsFor: .record
      ) {
        if $0.hasTwoMarks { $0.store.send(.open(.comparisonKeyPressed)) } else { $0.resetColumns() }
      },
      key("+", does: "a wider column", of: arranges) { $0.widen($1, by: ColumnLayout.step) },
      key("-", does: "a narrower column", of: arranges) { $0.widen($1, by: -ColumnLayout.step) },
      key("<", does: "move the column left", of: arranges) { pane, column in
        pane.arrange { $0.move(column, by: -1, among: pane.columns.names) }
      },
      key(">", does: "move the column right", of: arranges) { pane, column in
        pane.arrange { $0.move(column, by: 1, among: pane.columns.names) }
      },
      key("^", does: "freeze the columns up to here", of: arranges) { $0.freeze(upTo: $1) },
    ]
  }

  /// Whether two records are marked, which are then compared. Tracked.
  private var hasTwoMarks: Bool { follower.note.marked == 2 }

  /// Why no column is the current one; `nil` if one is.
  var columnRefusal: KeyRefusal? {
    columns.currentName == nil ? .because("This list has no current column.") : nil
  }

  /// Moves `count` columns to the right.
  func moveColumn(by count: Int) {
    if columns.move(by: count) { follower.setNeedsDisplay() }
  }

  /// Makes a column the current one, and shows it if it is hidden.
  func go(toColumn column: String) {
    arrange { $0.show(column) }
    columns.go(to: column)
    follower.setNeedsDisplay()
  }

  /// Changes the arrangement of the columns: in the list at once, so that the next key means the column on the screen.
  private func arrange(_ change: (inout ColumnLayout) -> Void) {
    var layout = model.layout
    change(&layout)
    guard layout != model.layout else { return }
    store.send(.report(.columnsArranged(layout)))
    follower.arrangeColumns()
  }

  private func hide(_ column: String) {
    var isHidden = false
    arrange { isHidden = $0.hide(column, among: columns.names) }
    note(
      isHidden
        ? "\(column) is hidden: = shows all columns."
        : "\(column) is the last shown column: it stays.")
  }

  private func resetColumns() {
    let isOwn = model.layout == ColumnLayout()
    arrange { $0 = ColumnLayout() }
    note(isOwn ? "The columns are as they were." : "All columns are as they were.")
  }

  /// Makes a column wider or narrower than it is on the screen.
  private func widen(_ column: String, by step: Int) {
    guard let current = columns.current, let width = drawn?.width(ofColumn: current) else { return }
    // A narrow screen may show less than the chosen width.
    arrange { $0.setWidth(min(columns.layout.widths[column] ?? width, width) + step, of: column) }
  }

  private func freeze(upTo column: String) {
    arrange { $0.freeze(upTo: column) }
    note(
      model.layout.frozen == nil
        ? "Only the key stays in sight." : "Columns up to \(column) stay in sight; ^ again: only the key.")
  }

  private func note(_ sentence: String) { store.send(.report(.noted(sentence))) }
}
