// A record in words: each field on its line, then the changes seen.
import AlmanacRecords
import Stores
import Terminals

extension DetailPane {
  /// The record in words; `nil` if it can't be shown: then what is drawn says why.
  func spoken() -> SpokenPart? {
    guard let detail = store.detail, case .row = shownRecord(of: detail) else { return nil }
    let (entries, history) = outline.words()
    var part = SpokenPart(id: "record \(detail.id)", title: title(of: detail))
    part.lines = entries + (history.isEmpty ? [] : [DetailOutline.historyTitle + ":"] + history)
    if store.table.style.isDerived, entries.indices.contains(detail.place.focus) {
      let words = entries[detail.place.focus]
      // A value that another program changes is said as a line.
      part.focus = SpokenFocus(id: "\(detail.place.focus)", value: "", words: words)
    }
    return part
  }
}

extension DetailField {
  /// The most characters that are said of a value.
  private static let mostCharacters = 2000

  /// The label, the value and what follows it.
  var words: String {
    var text = String(value.text.prefix(Self.mostCharacters))
    if text.utf8.count < value.text.utf8.count { text += "…" }
    let notes = [remark.drop { $0 == " " || $0 == "›" }, (value.note ?? "")[...]].filter { !$0.isEmpty }
    return (label.isEmpty ? "" : "\(label): ") + ([text[...]] + notes).joined(separator: ", ")
  }
}
