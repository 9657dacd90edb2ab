// The plan of a query in words.

public import LiveResults

extension QueryPlan {
  /// The plan as lines: one for each step, indented by its depth, and then how the result is kept.
  public var text: [String] {
    steps.map { String(repeating: "  ", count: $0.depth) + $0.line } + [upkeep.sentence]
  }
}

extension QueryPlan.Step {
  /// The step with a mark if it goes through all rows of a large table.
  public var line: String { text + (scanned.map { ": the whole table, \($0.words)" } ?? "") }
}

extension QueryStatus {
  /// How the result is kept, and why; nil before the first run has ended.
  public var sentences: [String]? {
    guard let keeping else { return nil }
    if keeping == .constant { return [Upkeep.constant.sentence] }
    let kept =
      switch keeping {
      case .live(let method): Upkeep.live(method).sentence
      case .again(let reason): Upkeep.again(reason: reason).sentence
      case .constant: Upkeep.constant.sentence
      case .first(let count, let isLive):
        "The result takes more than 64 MB: its first \(count.groupedDigits) rows are "
          + (isLive ? "live, at the cost of each change." : "read again after each commit that concerns it.")
          + (total == nil ? "" : " The number of all rows is live.")
      }
    let check = "A check has found the kept result wrong and has corrected it: please report the query."
    return [kept, "The last run of the whole query took \(runTime.inWords)."] + (corrections > 0 ? [check] : [])
  }
}

extension Duration {
  /// The time as a person reads it: milliseconds, or seconds from one second on.
  public var inWords: String {
    let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }
}

extension QueryPlan.RowCount {
  fileprivate var words: String {
    switch self {
    case .exactly(let count): count.counted("row")
    case .about(let count): "about \(count.counted("row"))"
    case .moreThan(let count): "more than \(count.counted("row"))"
    }
  }
}

extension Upkeep {
  /// How the result is kept, and why, as a sentence.
  public var sentence: String {
    switch self {
    case .live(let method): "Live at the cost of each change (\(method.rawValue)): \(method.reason)."
    case .again(let reason): "Runs again after each commit that concerns it, because of \(reason)."
    case .constant: "Constant: no commit concerns it, because it reads no table."
    }
  }
}

extension Upkeep.Method {
  fileprivate var reason: String {
    switch self {
    case .linear: "each row comes from one row of each table"
    case .top: "the first rows of the order are kept, and some more"
    case .groups: "the groups are kept by arithmetic"
    case .groupsAgain: "the groups that a change touches are asked again"
    case .partitionsAgain: "the partitions that a change touches are asked again"
    case .distinct: "equal rows are counted"
    case .outerJoin: "rows whose partners change are asked again"
    case .subquery: "rows whose subqueries change are asked again"
    case .stacked: "each subquery is kept by itself"
    case .stackedAgain: "each subquery is kept by itself, and a small outer statement runs again"
    }
  }
}
