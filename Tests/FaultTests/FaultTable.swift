// The results of all runs.
import TestSupport

/// A row for each deed and call.
struct FaultTable {
  private struct Row {
    var name: String
    var runs = 0
    var right = 0
    var cleanErrors = 0
    var failures = 0
    var time: Duration = .zero
  }

  private var rows: [Row] = []

  mutating func add(_ name: String, _ verdict: Verdict, _ time: Duration) {
    if rows.last?.name != name { rows.append(Row(name: name)) }
    rows[rows.count - 1].runs += 1
    rows[rows.count - 1].time += time
    switch verdict {
    case .right: rows[rows.count - 1].right += 1
    case .cleanError: rows[rows.count - 1].cleanErrors += 1
    case .failure: rows[rows.count - 1].failures += 1
    }
  }

  /// A table in Markdown.
  var text: String {
    let total = rows.reduce(into: Row(name: "all | |")) { total, row in
      total.runs += row.runs
      total.right += row.right
      total.cleanErrors += row.cleanErrors
      total.failures += row.failures
      total.time += row.time
    }
    return
      "| deed | journal | call | runs | right | clean errors | failures | ms |\n|---|---|---|---:|---:|---:|---:|---:|\n"
      + (rows + [total]).map {
        "| \($0.name) | \($0.runs) | \($0.right) | \($0.cleanErrors) | \($0.failures) | \($0.time / .milliseconds(1)) |\n"
      }.joined()
  }
}
