// Where in a text the terms of a search stand, to emphasise them.

extension SearchQuery {
  /// The stretches of the first `limit` scalars of `text` in which a term occurs, in order. Stretches that overlap or touch
  /// are joined.
  public func matches(in text: String, limit: Int = 1000) -> [Range<String.Index>] {
    guard !terms.isEmpty else { return [] }
    let (folded, places) = Self.folded(text, limit)
    let terms = terms.map { $0.unicodeScalars.map(\.value) }
    var ranges: [Range<String.Index>] = []
    var open = 0..<0
    for start in folded.indices {
      for term in terms where folded[start] == term[0] && start + term.count <= folded.count {
        guard term.indices.dropFirst().allSatisfy({ folded[start + $0] == term[$0] }) else { continue }
        if start > open.upperBound {
          if !open.isEmpty { ranges.append(places[open.lowerBound]..<places[open.upperBound]) }
          open = start..<start + term.count
        } else {
          open = (open.isEmpty ? start : open.lowerBound)..<max(open.upperBound, start + term.count)
        }
      }
    }
    if !open.isEmpty { ranges.append(places[open.lowerBound]..<places[open.upperBound]) }
    return ranges
  }

  /// The first `limit` scalars of a text, folded, without those that fold to nothing; and where each stands, and the end.
  private static func folded(_ text: String, _ limit: Int) -> (scalars: [UInt32], places: [String.Index]) {
    let scalars = text.unicodeScalars
    var folded: [UInt32] = []
    var places: [String.Index] = []
    let capacity = min(limit, text.utf8.count)
    folded.reserveCapacity(capacity)
    places.reserveCapacity(capacity + 1)
    var index = scalars.startIndex
    var left = limit
    while index < scalars.endIndex, left > 0 {
      left -= 1
      let scalar = scalars[index].value
      let value = SearchFold.fold(scalar)
      // A combining mark folds to nothing; NUL is itself.
      if value != 0 || scalar == 0 {
        folded.append(value)
        places.append(index)
      }
      index = scalars.index(after: index)
    }
    places.append(index)
    return (folded, places)
  }
}
