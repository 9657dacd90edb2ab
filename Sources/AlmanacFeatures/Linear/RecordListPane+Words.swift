// A list in words: its name, its number of records, search, filter and order, and the row with the cursor.
import AlmanacRecords
import DiffableLists
import LiveQueries
import Stores
import Terminals

extension RecordListPane {
  /// The list in words. `title`: its name, if it is not that of its table.
  func spoken(title: String?) -> SpokenPart {
    let list = model.list ?? ListQuery(table)
    var part = SpokenPart(id: "list", title: title ?? table.style.title)
    if title == nil {
      part.remark = follower.total.value.map(table.counted) ?? ""
    }
    part.isPartial = follower.total.value == nil || !dataSource.hasRows
    part.facts = facts(list)
    if store.isSearchTyped {
      part.field = store.search.spoken(id: "search", label: "Search")
    }
    if let row = dataSource.selectedItem {
      part.focus = focus(on: row)
    } else if dataSource.hasRows {
      part.lines = [emptySentences[0]]
    }
    return part
  }

  /// The most bytes that are said of a cell: the record has all of it.
  private static let mostBytes = 300
  /// What the signs of a flag mean.
  private static let answers = [ValueMeaning.yes: "yes", ValueMeaning.no: "no"]
  /// The search with its number of hits, the filter, the order, and what the person has set.
  private func facts(_ list: ListQuery) -> [String] {
    var facts: [String] = []
    if !store.search.isEmpty {
      // A count that goes on says only its end.
      let count = hits.isCurrent || hits.progress == nil ? hits.value : nil
      facts.append("\(count.map { "\($0.groupedDigits) found" } ?? "searching") for \"\(store.search.text)\"")
    }
    if let filter = list.filter { facts.append("\(filter.title) only") }
    // The order of a result, or of changes, is no column of it.
    let terms = list.order.chosen.filter { columns.names.contains($0.column) }.map { term in
      let title = columns.shown.first { $0.style.column == term.column }?.style.title ?? term.column
      return title + (term.isDescending ? " descending" : "")
    }
    if !terms.isEmpty { facts.append("sorted by " + terms.joined(separator: ", then ")) }
    var note = ListNote()
    (note.marked, note.hiddenColumns) = (follower.note.marked, follower.note.hiddenColumns)
    return facts + note.phrases(isPaused: store.isPaused, isFollowing: store.isFollowing, gone: 0)
  }

  /// The number of found records.
  private var hits: RecordCount { store.search.isEmpty && store.list.isWhole ? follower.total : store.shownHits }

  /// The row with the cursor. Ages and the place of the row change by themselves: they are said with the row only.
  private func focus(on row: ListedRow) -> SpokenFocus {
    let words = self.words(row.id)
    let labels = follower.labels(of: row)
    func cell(_ column: ListColumn) -> String {
      var text = column.text(row, at: environment.clock.wholeMinutes, in: environment.clock.zone)
      if column.style.format == .change, let words { text = words.text }
      if column.meaning == .flag { text = Self.answers[text] ?? text }
      if column.style.title.isEmpty { return ChangeSign(rawValue: text)?.verb ?? text }
      if text.utf8.count > Self.mostBytes { text = text.prefix(Self.mostBytes) + "…" }
      let label = column.reference.flatMap { $0 < labels.count ? labels[$0] : nil } ?? ""
      return "\(column.style.title): \(text)" + (label.isEmpty ? "" : " \(label)")
    }
    let shown = columns.shown
    let current = columns.current.map { shown[$0] }
    var cells = shown.map(cell)
    // A person who goes down a column hears its cell first.
    if let current = columns.current, current > 0 { cells.insert(cells.remove(at: current), at: 0) }
    if let words, let isFolded = words.isFolded { cells = ["\(words.text), \(isFolded ? "folded" : "unfolded")"] }
    return SpokenFocus(
      id: "\(row.id)", value: "\(row.cells) \(words?.isFolded == true)",
      words: "\(place(of: row)): \(cells.joined(separator: ", "))", detail: current.map(cell) ?? "")
  }

  /// `Row 3 of 40`.
  private func place(of row: ListedRow) -> String {
    let hits = hits
    let number: String? =
      switch model.cursorPlace {
      case .number(let number):
        number.groupedDigits + (hits.value.map { " of \($0.groupedDigits)" } ?? "")
      case .beforeEnd(let behind):
        hits.value.map { "\(max(1, $0 - behind).groupedDigits) of \($0.groupedDigits)" }
      case .percent(let percent): "at \(percent) %"
      case nil: nil
      }
    return ["Row", number, dataSource.marked.contains(row.id) ? "marked" : nil].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension TextInput {
  /// The text around the cursor, for a person who types and hears it.
  func spoken(id: String, label: String) -> SpokenField {
    let (before, isAll) = suffixBeforeCursor(400)
    let start = (isAll ? "" : "…") + before
    return SpokenField(id: id, label: label, text: start + prefixAfterCursor(400), cursor: start.count)
  }
}
