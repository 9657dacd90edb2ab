// Where in a text the terms of a search stand, to emphasise them.

extension SearchQuery {
  /// The stretches of the first `limit` scalars of `text` in which a term occurs, in order, overlapping ones joined.
  public func matches(in text: String, limit: Int = 1000) -> [Range<String.Index>] {
    guard !terms.isEmpty else { return [] }
    let scalars = text.unicodeScalars
    var folded: [UInt32] = []
    var places: [String.Index] = []
    var index = scalars.startIndex
    var left = limit
    while index < scalars.endIndex, left > 0 {
      left -= 1
      let value = SearchFold.fold(scalars[index].value)
      if value != 0 {
        folded.append(value)
        places.append(index)
      }
      index = scalars.index(after: index)
    }
    places.append(index)
    var isMatched = Array(repeating: false, count: folded.count)
    for term in terms {
      let wanted = term.unicodeScalars.map(\.value)
      var start = 0
      while start + wanted.count <= folded.count {
        if folded[start..<start + wanted.count].elementsEqual(wanted) {
          for place in start..<start + wanted.count { isMatched[place] = true }
        }
        start += 1
      }
    }
    var ranges: [Range<String.Index>] = []
    var place = 0
    while place < isMatched.count {
      guard isMatched[place] else {
        place += 1
        continue
      }
      let start = place
      while place < isMatched.count, isMatched[place] { place += 1 }
      ranges.append(places[start]..<places[place])
    }
    return ranges
  }
}
