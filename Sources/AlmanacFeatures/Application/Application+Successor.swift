// The initial state of a session on another file: it takes over what the person was about to do, but no past changes.
import AlmanacRecords
import DiffableLists
import IdentifiedCollections
import LiveQueries

extension Application.State {
  /// Continues with the file that has replaced the one of `old`: on the same tab, with the same searches. The typed
  /// text of a form is offered for a new record. This file may have a record with the same identity, but it is not the
  /// edited one.
  init(file: OpenFile, tables: FileTables.Value, after old: Application.State) {
    self.init(file: file, tables: tables, continuesLastRun: false)
    lists.removeAll()
    for list in old.lists {
      if let tab = tableTab(named: list.table.name) { succeed(list, at: tab, isSameFile: false) }
    }
    if let tab = old.tab, tabs.contains(tab) { self.tab = tab }
    visit()
    isSidePaneShown = old.isSidePaneShown
    if old.isHelpShown { dialog = .help }
    let edited = old.lists.first { $0.form?.id != nil }?.table.style.noun
    let offer = edited.map { " What you typed is offered as a new \($0)." } ?? ""
    let news = "Almanac opened the file that is now at this path: undo and marks are gone.\(offer)"
    // An error that the person has not seen yet is shown again.
    if let error = old.messages.lastError {
      messages.show(Message(text: "\(error.text) \(news)", isError: true))
    } else {
      let shorter = ["This is another file.\(offer)", "This is another file.", "Another file."]
      messages.show(Message(text: news, shorter: shorter, isPassing: true))
    }
  }
}

extension RecordList.State {
  /// A list of a table that has replaced the one in `old`. `renamed`: the only renamed column.
  init(
    _ table: ListedTable, total: LiveCount, after old: RecordList.State, isSameFile: Bool, renamed: ColumnRename?
  ) {
    let list = old.list.over(table, renamed: renamed)
    // The rowids may have changed: they can't tell the cursor's place.
    let window = isSameFile && table.hasLooseRowIDs ? old.model.window(of: list) : nil
    self.init(old.search, list, total: total, window: window)
    if window != nil { model.takeCursor(of: old.model, in: list) }
    if !isSameFile { model.isCursorExchanged = true }
    model.layout = renamed.map(old.model.layout.renaming) ?? old.model.layout
    typing = old.typing
    if let form = old.form, !form.isOfMany || isSameFile && !table.hasLooseRowIDs,
      table.style.editing.refusals[form.id == nil && !form.isOfMany ? .add : .edit] == nil
    {
      self.form = live.scope.holding { RecordForm.State(table, taking: form, isSameFile: isSameFile, renamed: renamed) }
    }
    guard isSameFile else { return }
    filterOfJump = old.filterOfJump
    guard table.sharesIdentities(with: old.table) else { return }
    detail = old.detail.map { detail in
      live.scope.holding { RecordDetail.State(table, id: detail.id, after: detail.request) }
    }
    model.takeMarks(of: old.model, in: table)
  }
}

extension RecordForm.State {
  /// The typed content of another form, for the same record if there is one, otherwise for a new one.
  fileprivate init(_ table: ListedTable, taking old: RecordForm.State, isSameFile: Bool, renamed: ColumnRename?) {
    if case .marked(var chosen, let cursor) = old.purpose {
      (chosen.list, chosen.rowIDVersion) = (chosen.list?.over(table, renamed: renamed), nil)
      self.init(table, of: chosen, cursor: cursor)
    } else if isSameFile, let id = old.id {
      self.init(table, id: id, after: old.request)
    } else {
      self.init(table)
    }
    for index in fields.indices {
      let key = fields[index].key == renamed?.new ? renamed?.old : fields[index].key
      guard let field = old.fields.first(where: { $0.key == key }) else { continue }
      if id == nil, !isOfMany { fields[index].take(over: field) } else { fields[index].keep(field) }
    }
    if id != nil { (isFilled, failure) = (old.isFilled, old.failure) }
    focus = max(0, min(old.focus, fields.count - 1))
  }
}
