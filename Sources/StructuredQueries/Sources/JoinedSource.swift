// Several joined sources.

/// Two or more joined sources.
public struct JoinedSource<each Source: QuerySource>: QuerySource {
  let sources: (repeat each Source)
  public let from: QueryFragment

  init(_ sources: repeat each Source, from: QueryFragment) {
    self.sources = (repeat each sources)
    self.from = from
  }

  /// The columns of each source.
  public var columns: (repeat (each Source).Columns) { (repeat (each sources).columns) }

  public var selection: QueryFragment {
    var parts: [QueryFragment] = []
    for source in repeat each sources { parts.append(source.selection) }
    return parts.joined()
  }

  public typealias Row = RowTuple<repeat (each Source).Row>

  // The types of the sources and the text of FROM determine everything else.
  public static func == (left: Self, right: Self) -> Bool { left.from == right.from }
  public func hash(into hasher: inout Hasher) { hasher.combine(from) }
}
