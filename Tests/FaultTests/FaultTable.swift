// What came of all runs.
import TestSupport

/// A row for each deed and call.
struct FaultTable {
  private struct Row {
    var name: String
    var runs = 0
    var right = 0
    var cleanErrors = 0
    var failures = 0
  }

  private var rows: [Row] = []

  mutating func add(_ name: String, _ verdict: Verdict) {
    if rows.last?.name != name { rows.append(Row(name: name)) }
    rows[rows.count - 1].runs += 1
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
    }
    return "| deed | journal | call | runs | right | clean errors | failures |\n|---|---|---|---:|---:|---:|---:|\n"
      + (rows + [total]).map {
        "| \($0.name) | \($0.runs) | \($0.right) | \($0.cleanErrors) | \($0.failures) |\n"
      }.joined()
  }
}
