// A remark on a value that SQLite has stored differently from what its column promises.
public import AlmanacRecords
public import Databases

extension EditableColumn {
  /// Describes a stored value that differs from the given one, or from the declared type's promise; `nil` if it does
  /// neither.
  public func remark(on stored: ExactValue, given: ExactValue) -> String? {
    if given == .null, stored != .null, defaultValue != .rowID {
      return "\(stored.shown), which the file puts in the place of NULL"
    }
    switch StoredNumber(given, in: affinity) {
    case .rounded where stored.isNumber: return "\(stored.shown): SQLite has rounded it"
    case .withoutZeros where stored.isNumber: return "\(stored.shown), without the zeros before it"
    case nil, .text, .rounded, .withoutZeros, .beyond: return remark(on: stored)
    }
  }

  /// Describes a value that is not what the column's declared type promises; `nil` if it is.
  public func remark(on value: ExactValue) -> String? {
    guard let promise, let text = value.string else { return nil }
    switch promise {
    case .flag: return "a text, not 1 (yes) or 0 (no)"
    case .number: return ExactValue(number: text.trimmedOfWhitespace) == nil ? "a text, not a number" : nil
    case .json: return JSONOutline.problem(with: text).map { "not JSON: \($0)" }
    }
  }
}
