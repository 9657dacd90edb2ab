import AlmanacRecords

/// What is wrong with a field, in the words that stand beside it.
public enum FieldProblem: String, Hashable, Sendable {
  /// There must be something.
  case required
  /// The text is no address.
  case noEMailAddress = "not an e-mail address"
  /// Another record has it.
  case taken = "already taken"

  /// What saving needs, in words.
  func need(_ column: EditableColumn) -> String {
    // The name of a column is no word that a sentence could bend.
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
