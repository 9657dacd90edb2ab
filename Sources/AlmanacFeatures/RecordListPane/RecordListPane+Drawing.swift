// How the rows of a list are drawn: the header, and the rows or why there are none.
import AlmanacRecords
import DiffableLists
import Stores
import Terminals

extension RecordListPane {
  /// Draws the rows on a buffer that still shows the last drawing.
  func drawRows(in rect: Rect, on buffer: inout CellBuffer) {
    guard rect.height > 0 else { return drawn = nil }
    let list = model.list ?? ListQuery(table)
    let items = dataSource.items
    let selected = dataSource.selectedIndex
    let hasMarks = model.markCount > 0
    let changes = follower.marks.marks
    let group = table.style.group.map(table.cell(of:))
    func rows(_ range: Range<Int>) -> [RecordTable.Row] {
      var rows: [RecordTable.Row] = []
      rows.reserveCapacity(range.count)
      for index in range {
        let record = items[index]
        rows.append(
          RecordTable.Row(
            record: record, isSelected: index == selected, isMarked: hasMarks && dataSource.marked.contains(record.id),
            change: changes[record.id],
            isOfGroupAbove: index > range.lowerBound
              && group.map { record.cells[$0] == items[index - 1].cells[$0] } == true,
            words: words(record.id), labels: follower.labels(of: record)))
      }
      return rows
    }
    let visible = dataSource.visibleRange
    follower.readRecords.beginDrawing(self.rows)
    if model.isCursorExchanged, let id = dataSource.selected { self.rows.note(.cursor(id)) }
    for index in visible { follower.readRecords.note(items[index], in: self.rows) }
    let shown = RecordTable(
      columns: columns.shown, isScrolledSideways: table.style.isDerived,
      keepsColumnsTogether: table.style.keepsColumnsTogether, current: columns.current,
      frozen: columns.frozenCount, rows: rows(visible),
      unseen: { rows(0..<visible.lowerBound) + rows(visible.upperBound..<items.count) },
      hasMore: !list.isWhole || dataSource.position != .whole, rowIDWidth: model.loaded.rowIDWidth,
      hasHeader: headerHeight > 0, order: list.order,
      query: list.search, now: environment.clock.wholeMinutes, zone: environment.clock.zone, theme: environment.theme)
    shown.draw(on: &buffer, state: &columns.state, drawn: &drawn)
    if items.isEmpty, dataSource.hasRows { drawWhyEmpty(in: rect, on: &buffer) }
  }

  /// Says why there are no rows. If there is room, an empty line comes before the text; if not, the text is shorter.
  private func drawWhyEmpty(in rect: Rect, on buffer: inout CellBuffer) {
    let width = rect.width - RecordTable.gutter
    let room = rect.height - headerHeight
    let texts = emptySentences.map { WrappedText.lines(of: $0, width: width, isUnicode: buffer.isUnicode) }
    guard let lines = texts.first(where: { $0.count <= room }) ?? texts.last else { return }
    let row = rect.row + headerHeight + (lines.count < room ? 1 : 0)
    for (index, line) in lines.prefix(room).enumerated() {
      buffer.write(
        line, at: Point(column: rect.column + RecordTable.gutter, row: row + index), maxWidth: width,
        style: environment.theme.muted)
    }
  }

  /// Why there are no rows, with the key that helps; then the same in fewer words.
  var emptySentences: [String] {
    let list = model.list ?? ListQuery(table)
    if store.live.page.isPartial || !store.isPlaceCurrent { return ["Nothing found so far."] }
    if !list.search.isEmpty { return ["Nothing matches. Esc clears the search.", "Nothing matches."] }
    if let filter = list.filter {
      let sentence =
        filter.isByValue
        ? "No \(table.style.noun) has \(filter.title) any more." : "There are no \(filter.title) \(table.style.noun)s."
      return ["\(sentence) Esc \(isClearable ? "shows all" : "goes back").", "None \(filter.title)."]
    }
    let help = table.style.editing.refusals[.add] == nil && environment.refusal(.open) == nil ? " a adds one." : ""
    return ["There are no \(table.style.noun)s yet.\(help)", "No \(table.style.noun)s yet."]
  }
}
