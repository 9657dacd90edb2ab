// What a session on another file begins with: what the person was about to do, and nothing of what was done.
import AlmanacRecords
import LiveQueries

extension Application.State {
  /// Goes on with a file that has taken the place of the one that `old` is about: on the same tab, with the same
  /// searches. What was typed into a form is offered for a new record: the record that was edited is not in this file,
  /// though one may have its identity.
  init(file: OpenFile, after old: Application.State) {
    self.init(file: file, tab: old.tab, search: "")
    facts = RecordList.State(after: old.facts)
    users = RecordList.State(after: old.users)
    isHelpShown = old.isHelpShown
    let edited = [old.facts.form, old.users.form].compactMap { $0?.id == nil ? nil : $0?.table.style.noun }.first
    let offer = edited.map { " What was typed would be a new \($0)." } ?? ""
    let news = "The file is another now, and was opened: undo and marks are gone.\(offer)"
    // An error that no key was pressed for yet is shown once more.
    if let error = old.messages.lastError {
      messages.show(Message(text: "\(error.text) \(news)", isError: true))
    } else {
      let shorter = ["The file is another now.\(offer)", "The file is another now.", "Another file."]
      messages.show(Message(text: news, shorter: shorter, isPassing: true))
    }
  }
}

extension RecordList.State {
  fileprivate init(after old: RecordList.State) {
    self.init(old.search, old.list)
    isSearchTyped = old.isSearchTyped
    isRecordBeside = old.isRecordBeside
    form = old.form.map { form in fetches.holding { RecordForm.State(offering: form) } }
  }
}

extension RecordForm.State {
  /// A form for a new record, with what stands in the fields of another form.
  fileprivate init(offering old: RecordForm.State) {
    self.init(old.table)
    focus = old.focus
    for (index, field) in zip(fields.indices, old.fields) { fields[index].take(over: field) }
  }
}
