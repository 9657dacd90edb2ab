// A remark on a value that SQLite stores though its column promises another.
public import AlmanacRecords
public import Databases

extension EditableColumn {
  /// What a value of the column is, where that is not what its declared type promises; `nil` where it is.
  public func remark(on value: ExactValue) -> String? {
    guard let promise, let text = value.string else { return nil }
    switch promise {
    case .flag: return "a text, not 1 (yes) or 0 (no)"
    case .number: return ExactValue(number: text.trimmedOfWhitespace) == nil ? "a text, not a number" : nil
    case .json: return JSONOutline.isNoJSON(text) ? "a text that is not JSON" : nil
    }
  }
}
