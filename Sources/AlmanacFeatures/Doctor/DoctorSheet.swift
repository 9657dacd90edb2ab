// The findings of the checks of a file, as lines.
import AlmanacRecords
import QueryClients
import Terminals

/// A line for each check, and its findings below it.
struct DoctorSheet {
  let doctor: Doctor.State
  let file: FileHealth.State
  let theme: Theme
  let isUnicode: Bool

  private typealias Line = TextReport.Line
  private var signs: Signs { Signs(isUnicode: isUnicode) }

  /// The text for a width. Tracked.
  func report(width: Int) -> TextReport {
    var lines = lines(of: "Live", file.report, state: nil, width)
    for check in DoctorCheck.allCases {
      let run = doctor.runs.first { $0.check == check }
      lines += self.lines(of: check.title, run?.query.wrappedValue, state: run.map(state) ?? "", width)
    }
    return TextReport(title: "Doctor\(signs.separator)\(file.opened.name)", lines: lines, theme: theme)
  }

  /// The state of a check in words; `nil` if it has ended.
  private func state(of run: Doctor.Run) -> String? {
    let query = run.query.projectedValue
    if query.isLoading {
      return (run.query.wrappedValue?.progress ?? "checking\(signs.ellipsis)") + "\(signs.separator)Ctrl-C stops"
    }
    if query.status.isCancelled { return "stopped" }
    return query.error.map { "not checked: \(sentence($0))" }
  }

  private func lines(of title: String, _ report: DoctorReport?, state: String?, _ width: Int) -> [Line] {
    let word = state ?? report?.verdict.rawValue ?? ""
    let isBad = report.map { $0.verdict == .trouble } ?? false
    let heading = word.isEmpty ? title : title + signs.separator + word
    let style = state == nil ? isBad ? theme.error : theme.header : theme.muted
    return [Line(text: heading, style: style)]
      + (report?.findings ?? []).flatMap { Line.wrapped($0, .plain, indent: 2, width: width, isUnicode: isUnicode) }
  }
}
