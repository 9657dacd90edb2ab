// A form in words: the field with the cursor, what is wrong with it, and why the form can't be saved.
import AlmanacRecords
import LiveQueries
import Stores
import Terminals

extension FormPane {
  /// The form in words; while its record is read, only that.
  func spoken() -> SpokenPart? {
    guard let form = store.form else { return nil }
    var part = SpokenPart(id: "form \(form.id.map { "\($0)" } ?? "")", title: title(form))
    guard form.isFilled else {
      part.id += " reading"
      part.lines = [footWords(form, Theme()).text]
      part.isPartial = form.$record.loadError == nil
      return part
    }
    let field = form.fields[form.focus]
    (part.isDialog, part.remark) = (true, form.fields.count.counted("field"))
    var label = field.label
    let remark = remark(form, form.focus)
    if let remark, remark.style == environment.theme.error {
      part.lines.append("\(field.label): \(remark.text)")
    } else if let remark {
      label += " (\(remark.text))"
    }
    // Without colours, an error may look like a key.
    let foot = footWords(form, Theme())
    if foot.style == Theme().error { part.lines.append(foot.text.replacing("  ", with: " ")) }
    func choice(_ words: String) -> SpokenFocus {
      SpokenFocus(id: field.key, value: words, words: "\(label): \(words)")
    }
    switch field.content {
    case .text(let input): part.field = input.spoken(id: field.key, label: label)
    case .toggle(let isOn): part.focus = choice(isOn ? "yes" : "no")
    case .fixed(let value): part.focus = choice(ShownValue(value).text)
    case .unset, .null:
      let standIn = field.standIn
      if !standIn.isEmpty { label += " (\(standIn))" }
      // A text that becomes NULL is said again.
      let id = field.key + (field.content == .null ? " NULL" : "")
      part.field = SpokenField(id: id, label: label, text: "", cursor: 0)
    }
    return part
  }
}
