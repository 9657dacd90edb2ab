// The cursor among the fields and the changes of a record, the jumps from them, and reverts.
import AlmanacRecords
import Databases
import LiveQueries
import Stores
import Terminals

extension DetailPane {
  /// The keys that move the cursor.
  static var fieldKeys: [KeyBinding<DetailPane>] {
    [
      KeyBinding(.character("j"), .down, does: "next field") { $0.moveDown() },
      KeyBinding(.character("k"), .up, does: "previous field") { $0.moveUp() },
      KeyBinding(.pageDown, .control("d"), does: "a page down") { $0.movePage(by: $0.pageHeight) },
      KeyBinding(.pageUp, .control("u"), does: "a page up") { $0.movePage(by: -$0.pageHeight) },
      KeyBinding(.character("g"), .home, does: "first field") { $0.focus(on: 0) },
      KeyBinding(.character("G"), .end, does: "last field") { $0.focus(on: $0.outline.entryCount - 1) },
    ]
  }

  /// Goes to the record that the field references, or to the referrers of this one.
  static func goKey(_ style: TableStyle) -> KeyBinding<DetailPane> {
    KeyBinding(
      .enter, .character("l"), .right, does: "go to the named record", isHinted: true,
      isListed: !style.relations.references.isEmpty || !style.relations.naming.isEmpty, now: { $0.goTitle },
      hintedIf: { $0.destination != nil }
    ) {
      $0.go()
    }
  }

  /// Reverts the change with the cursor, as the list of changes does.
  static func revertKey(_ style: TableStyle) -> KeyBinding<DetailPane> {
    let noCursor = "The list of changes reverts: C goes there."
    return KeyBinding(
      .character("R"), does: "revert the change", isHinted: true, isListed: style.isDerived && !style.isPast,
      now: { _ in "revert" }, never: style.isPast ? PastTable.refusal : style.isDerived ? nil : noCursor,
      unless: { $0.environment.refusal(.change) ?? $0.revertRefusal }, hintedIf: { $0.focusedChange != nil },
      waitsFor: .change, writes: { $0.focusedChange != nil }
    ) { pane in
      if let change = pane.focusedChange { pane.store.send(.report(.revertAsked(change))) }
    }
  }

  /// The number of the change with the cursor; `nil` if it has none. Tracked.
  var focusedChange: Int? {
    guard store.table.style.isDerived, let place = store.detail?.place, let change = place.change?.id else {
      return nil
    }
    return outline.change(of: outline.entry(at: place)) == change ? change : nil
  }

  private var revertRefusal: KeyRefusal? {
    focusedChange == nil
      ? .because("The cursor is on no change: they are below, under \(DetailOutline.historyTitle).") : nil
  }

  /// Asks for the file to write the value of the field to.
  static let writeKey = KeyBinding<DetailPane>(
    .character("w"), does: "save the value to a file", unless: { $0.writeRefusal }, opensText: { _ in true }
  ) { pane in
    if let (column, value, stored) = pane.valueWithCursor {
      pane.store.send(.detail(.writeValueKeyPressed(column: column, value, stored)))
    }
  }

  /// The value of the field with the cursor; `nil` if the cursor is not on a field.
  private var valueWithCursor: (column: String, value: ExactValue, stored: LongValue?)? {
    guard let detail = store.detail, let column = outline.column(of: outline.entry(at: detail.place)) else {
      return nil
    }
    let record = shownRecord(of: detail)
    return record.row?[column].map { (column, $0, record.stored(column)) }
  }

  private var writeRefusal: KeyRefusal? {
    guard let (column, value, _) = valueWithCursor else {
      return .because("There is no value here to write to a file.")
    }
    return value == .null ? .because("\(column) is NULL: there is nothing to write to a file.") : nil
  }

  /// The destination of the field with the cursor.
  private enum Destination {
    case reference(TableReference, [ExactValue])
    case naming(RecordDetail.Naming)
  }

  /// Tracked.
  private var destination: Destination? {
    guard let detail = store.detail, let row = shownRecord(of: detail).row else { return nil }
    let focus = outline.entry(at: detail.place)
    guard let column = outline.column(of: focus) else {
      let place = focus - outline.fieldCount
      return detail.naming.indices.contains(place) ? .naming(detail.naming[place]) : nil
    }
    return store.table.referencePlace(of: column, in: row).map { place in
      let reference = store.table.style.relations.references[place]
      return .reference(reference, reference.columns.map { row[$0] ?? .null })
    }
  }

  /// The title of Enter: `go to Artist 2`, `go to Track`.
  private var goTitle: String? {
    switch destination {
    case .reference(let reference, let values):
      "go to \(reference.title(values.map(\.shown)))"
    case .naming(let naming): "go to \(naming.table.table)"
    case nil: nil
    }
  }

  private func go() {
    guard let detail = store.withState(\.detail), let destination else { return }
    switch destination {
    case .reference(let reference, _): store.send(.report(.referenceFollowed(reference, of: detail.id)))
    case .naming(let naming):
      guard let filter = naming.filter, naming.found.value != 0 else {
        store.send(.report(.noted("No record of \(naming.table.table) names this one.")))
        return
      }
      store.send(.report(.namingFollowed(naming.table, filter, of: detail.id)))
    }
  }

  // MARK: The cursor

  private var place: RecordDetail.Place { store.withState { $0.detail?.place } ?? RecordDetail.Place() }

  private func move(to place: RecordDetail.Place) {
    if place != self.place { store.send(.detail(.moved(to: place))) }
  }

  /// Puts the cursor on an entry and scrolls to its lines: to the first ones of a long entry or, from below, to the
  /// last.
  func focus(on entry: Int, fromBelow: Bool = false) {
    let height = pageHeight
    let entry = max(0, min(entry, outline.entryCount - 1))
    var place = outline.place(at: entry, scroll: topLine)
    let lines = outline.lines(of: entry, atLeast: fromBelow ? .max / 2 : height)
    // The first table with referrers is shown with the title above it, and so is the first change.
    let hasTitle = [outline.fieldCount, outline.firstChange].contains(entry)
    let start = hasTitle ? max(0, lines.lowerBound - 1) : lines.lowerBound
    if fromBelow {
      place.scroll = min(place.scroll, max(start, lines.upperBound - height))
    } else {
      place.scroll = min(max(place.scroll, lines.upperBound - height), start)
    }
    move(to: place)
  }

  /// Goes to the next line of a long value, or to the next field.
  private func moveDown() {
    let (entry, top) = (outline.entry(at: place), topLine)
    if outline.lines(of: entry, atLeast: pageHeight + top).upperBound > top + pageHeight {
      return move(to: outline.place(at: entry, scroll: top + 1))
    }
    if entry < outline.entryCount - 1 { focus(on: entry + 1) }
  }

  private func moveUp() {
    let (entry, top) = (outline.entry(at: place), topLine)
    if outline.lines(of: entry, atLeast: 1).lowerBound < top {
      return move(to: outline.place(at: entry, scroll: top - 1))
    }
    if entry > 0 { focus(on: entry - 1, fromBelow: true) }
  }

  private func movePage(by lines: Int) {
    let height = pageHeight
    let top = outline.top(max(0, topLine + lines), height: height)
    if top == topLine { return focus(on: lines < 0 ? 0 : outline.entryCount - 1) }
    move(to: outline.place(at: outline.entry(from: top, height: height) ?? outline.entry(at: place), scroll: top))
  }
}
