// The plan of a query in words.

public import LiveResults

extension QueryPlan {
  /// The plan as lines: one for each step, indented by its depth, and then how the result is kept.
  public var text: [String] {
    steps.map { step in
      let mark = step.scanned.map { ": the whole table, \($0.words)" } ?? ""
      return String(repeating: "  ", count: step.depth) + step.text + mark
    } + [upkeep.sentence]
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
