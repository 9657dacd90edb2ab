// The place of a composing operator in the code: it identifies a child's effects and the source of an issue.
import IssueReporting

/// The place in the code of an operator such as `ifLet`.
struct OperatorPlace: Hashable, Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column
      && (left.fileID.utf8Start == right.fileID.utf8Start || "\(left.fileID)" == "\(right.fileID)")
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }

  /// Reports an issue at this place.
  func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension OperatorPlace: CustomStringConvertible {
  var description: String { "\(fileID):\(line)" }
}

/// A child's place among the effects: the operator that composes it, and the element among its children.
struct ChildPlace: Hashable, Sendable {
  let place: OperatorPlace
  let element: EffectID?

  /// An action's name for messages, such as `"renamed(…)"` of `Form.Action`.
  static func text(of action: some Any) -> String { "\(type(of: action)).\(action)" }
}
