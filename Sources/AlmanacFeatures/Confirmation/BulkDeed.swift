// A deed on the marked records, or of a step of undo.
public import AlmanacRecords

/// What a key does to the chosen records. For very many, their number must be typed first.
public enum BulkDeed: Hashable, Sendable {
  /// Change them.
  case change(RecordChange)
  /// Copy them, or a part of them.
  case copy(CopiedPart)
  /// Delete them again as before, or take a step without the rows that other programs have changed since.
  case step(ChangeHistory.Step, ChangeHistory.Way, leaving: [RowConflict])
  /// Run a statement of the person that writes, with the effects that its rehearsal has found.
  case statement(WritingStatement, WritingStatement.Effects)

  /// `Delete`, in a question.
  var imperative: String {
    switch self {
    case .change(let change): change.imperative
    case .copy: "Copy"
    case .step(_, .undo, _): "Undo"
    case .step(_, .revert, _): "Revert"
    case .step(_, .redo, let left): left.isEmpty ? "Delete" : "Redo"
    case .statement(_, let effects): effects.records.onlyDeed?.imperative ?? "Change"
    }
  }

  /// `changed`, for a deed that was not done.
  var pastParticiple: String { isCopy ? "copied" : "changed" }

  /// Whether it only copies.
  var isCopy: Bool { if case .copy = self { true } else { false } }

  /// Whether it is a step of undo or redo.
  var isStep: Bool { if case .step = self { true } else { false } }

  /// The effects of a statement.
  var effects: WritingStatement.Effects? { if case .statement(_, let effects) = self { effects } else { nil } }

  /// The lines of a question for the rows that a step leaves as they are.
  var leftLines: [String] {
    guard case .step(let step, let way, let left) = self, !left.isEmpty else { return [] }
    if way == .revert {
      let count = step.change.rows.count
      let first = "\((count - left.count).groupedDigits) of \(count.counted("row")) can be reverted"
      let named = left.count > 4 ? left.prefix(3) : left[...]
      let lines = named.map { "\($0.changeSince(in: step)), and stays" }
      let rest = left.count - named.count
      return [first] + lines + (rest > 0 ? ["and \(rest.groupedDigits) others, which stay too"] : [])
    }
    let groups = Dictionary(grouping: left) { [$0.table, $0.reason.deed ?? $0.reason.clause("them")] }
    let lines = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { group, rows in
      let (stay, them) = rows.count == 1 ? ("stays", "it") : ("stay", "them")
      let clause = rows[0].reason.deed.map { "another program has \($0) \(them)" } ?? rows[0].reason.clause(them)
      return "\(rows.count.counted("row")) of \(group[0]) \(stay): \(clause)"
    }
    return lines.count > 4 ? lines.prefix(3) + ["and rows of other tables"] : lines
  }

  /// The rows that a step leaves as they are.
  var left: [RowConflict] { if case .step(_, _, let left) = self { left } else { [] } }
}
