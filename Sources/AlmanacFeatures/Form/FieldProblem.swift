import AlmanacRecords

/// The problem of a field, in the words shown below it.
public enum FieldProblem: String, Hashable, Sendable {
  /// The field must not be empty.
  case required
  /// The text is not an e-mail address.
  case noEMailAddress = "not an e-mail address"
  /// Another record has the value.
  case taken = "already taken"

  /// The missing requirement for a save of the field, in words.
  func need(_ column: EditableColumn) -> String {
    // A column name can't be inflected like a word.
    if [.value, .flag].contains(column.kind) { return self == .taken ? "another \(column.label)" : column.label }
    let label = column.label.lowercased()
    return switch self {
    case .required: label.withArticle
    case .noEMailAddress: "a valid \(label)"
    case .taken: "a free \(label)"
    }
  }
}

extension String {
  /// The words with `a` or `an` before them.
  fileprivate var withArticle: String { (first.map("aeiou".contains) == true ? "an " : "a ") + self }
}
