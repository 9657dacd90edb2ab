// What a session on another file begins with: what the person was about to do, and nothing of what was done.
import AlmanacRecords
import DiffableLists
import IdentifiedCollections
import LiveQueries

extension Application.State {
  /// Goes on with a file that has taken the place of the one that `old` is about: on the same tab, with the same
  /// searches. What was typed into a form is offered for a new record: the record that was edited is not in this file,
  /// though one may have its identity.
  init(file: OpenFile, tables: FileTables.Value, after old: Application.State) {
    self.init(file: file, tables: tables)
    lists.removeAll()
    for list in old.lists {
      if let tab = tableTab(named: list.table.name) { succeed(list, at: tab, isSameFile: false) }
    }
    if let tab = old.tab, tabs.contains(tab) { self.tab = tab }
    visit()
    isHelpShown = old.isHelpShown
    let edited = old.lists.first { $0.form?.id != nil }?.table.style.noun
    let offer = edited.map { " What you typed is offered as a new \($0)." } ?? ""
    let news = "Almanac opened another file that stands here now: undo and marks are gone.\(offer)"
    // An error that no key was pressed for yet is shown once more.
    if let error = old.messages.lastError {
      messages.show(Message(text: "\(error.text) \(news)", isError: true))
    } else {
      let shorter = ["This is another file.\(offer)", "This is another file.", "Another file."]
      messages.show(Message(text: news, shorter: shorter, isPassing: true))
    }
  }
}

extension RecordList.State {
  /// A list of a table that has taken the place of the one that `old` lists. `renamed`: the column that only has another
  /// name now.
  init(
    _ table: ListedTable, total: LiveCount, after old: RecordList.State, isSameFile: Bool, renamed: ColumnRename?
  ) {
    let list = old.list.over(table, renamed: renamed)
    // Their rowids may be others: they don't tell where the cursor was.
    let window = isSameFile && table.hasLooseRowIDs ? old.model.window(of: list) : nil
    self.init(old.search, list, total: total, window: window)
    if window != nil { model.takeCursor(of: old.model, in: list) }
    isSearchTyped = old.isSearchTyped
    isRecordBeside = old.isRecordBeside
    if let form = old.form, table.style.refusals[form.id == nil ? .add : .edit] == nil {
      self.form = fetches.holding { RecordForm.State(table, taking: form, isSameFile: isSameFile, renamed: renamed) }
    }
    guard isSameFile else { return }
    filterOfJump = old.filterOfJump
    guard table.sharesIdentities(with: old.table) else { return }
    detail = old.detail.map { detail in
      fetches.holding { RecordDetail.State(table, id: detail.id, after: detail.request) }
    }
    model.takeMarks(of: old.model, in: table)
  }
}

extension RecordForm.State {
  /// What was typed into another form: for the same record where there is one, otherwise for a new one.
  fileprivate init(_ table: ListedTable, taking old: RecordForm.State, isSameFile: Bool, renamed: ColumnRename?) {
    if isSameFile, let id = old.id { self.init(table, id: id, after: old.request) } else { self.init(table) }
    for index in fields.indices {
      let key = fields[index].key == renamed?.new ? renamed?.old : fields[index].key
      guard let field = old.fields.first(where: { $0.key == key }) else { continue }
      if id == nil { fields[index].take(over: field) } else { fields[index].keep(field) }
    }
    if id != nil { (isFilled, failure) = (old.isFilled, old.failure) }
    focus = min(old.focus, fields.count - 1)
  }
}
