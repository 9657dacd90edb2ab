// Where in the code a composing operator stands: names a child's effects, and tells where an issue comes from.
import IssueReporting

/// Where in the code an operator such as `ifLet` stands.
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

/// A child's place among the effects: the operator that composes it, and which of its children it is.
struct ChildPlace: Hashable, Sendable {
  let place: OperatorPlace
  let element: EffectID?

  /// A sentence's subject for messages, such as `"renamed(…)"` of `Form.Action`.
  static func text(of action: some Any) -> String { "\(type(of: action)).\(action)" }
}
