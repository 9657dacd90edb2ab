// Operators of SQL between very many operands.
import StructuredQueries

/// The most operands in one chain: SQLite refuses an expression that is 1,000 levels deep.
private let mostOperands = 100

extension [String] {
  /// The operands with an operator between them, in parentheses by the hundred.
  func chained(by sign: String) -> String {
    guard count > mostOperands else { return joined(separator: " \(sign) ") }
    return inGroups.map { "(\($0.joined(separator: " \(sign) ")))" }.chained(by: sign)
  }
}

extension [QueryFragment] {
  /// The conditions with AND between them, in parentheses by the hundred.
  func chainedByAnd() -> QueryFragment {
    guard count > mostOperands else { return joined(separator: " AND ") }
    return inGroups.map { "(\($0.joined(separator: " AND ")))" as QueryFragment }.chainedByAnd()
  }
}

extension Array {
  fileprivate var inGroups: [[Element]] {
    stride(from: 0, to: count, by: mostOperands).map { Array(self[$0..<Swift.min($0 + mostOperands, count)]) }
  }
}
