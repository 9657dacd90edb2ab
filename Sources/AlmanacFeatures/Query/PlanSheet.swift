// The plan of a query, as lines.
import AlmanacRecords
import LiveResults
import Terminals

extension Query.Plan? {
  /// The steps, each below the one that it is part of, then how the result is kept.
  func report(width: Int, theme: Theme, isUnicode: Bool) -> TextReport {
    func wrapped(_ text: String, _ style: Style, indent: Int = 0) -> [TextReport.Line] {
      TextReport.Line.wrapped(text, style, indent: indent, width: width, isUnicode: isUnicode)
    }
    var lines: [TextReport.Line]
    switch self {
    case nil: lines = wrapped("SQLite is asked\(Signs(isUnicode: isUnicode).ellipsis)", theme.muted)
    case .failed(let sentence): lines = wrapped(sentence, theme.error)
    case .plan(let plan, let keeping):
      lines = plan.steps.flatMap { step in
        wrapped(step.line, step.scanned == nil ? .plain : theme.error, indent: 2 * step.depth)
      }
      lines += wrapped("", .plain) + keeping.flatMap { wrapped($0, .plain) }
    }
    return TextReport(title: "Plan of the query", lines: lines, theme: theme)
  }
}
