// Finds the terms of a search in a text, to highlight them.

extension SearchQuery {
  /// The ranges of the first `limit` scalars of `text` in which a term occurs, in order. Ranges that overlap or touch
  /// are joined. If a term has only a part of a letter, as of `ß`, the range has the whole letter.
  /// `column`: the column of the text, if it is known.
  public func matches(in text: String, of column: String? = nil, limit: Int = 1000) -> [Range<String.Index>] {
    let words = highlighted(in: column).map { Array($0.utf8) }
    guard !words.isEmpty else { return [] }
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex) ?? scalars.endIndex
    var beginning = String(text[..<end])
    return beginning.withUTF8 { bytes in
      let folder = SearchFolder(findsLetters: true)
      let count = folder.fold(UnsafeRawBufferPointer(bytes))
      return ranges(of: words, in: UnsafeBufferPointer(start: folder.bytes, count: count), folder.letters).map {
        range in
        text.utf8.index(
          text.startIndex, offsetBy: range.lowerBound)..<text.utf8.index(
            text.startIndex, offsetBy: range.upperBound)
      }
    }
  }

  /// The same in bytes of the source, for a folded text and its letters.
  private func ranges(
    of terms: [[UInt8]], in folded: UnsafeBufferPointer<UInt8>, _ letters: [(folded: Int, source: Int)]
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    // The letter of the present position.
    var letter = 0
    for start in folded.indices {
      while letter + 1 < letters.count, letters[letter + 1].folded <= start { letter += 1 }
      for term in terms where folded[start] == term[0] && start + term.count <= folded.count {
        guard term.indices.dropFirst().allSatisfy({ folded[start + $0] == term[$0] }) else { continue }
        var last = letter
        while last < letters.count - 1, letters[last].folded < start + term.count { last += 1 }
        let range = letters[letter].source..<letters[last].source
        if let open = ranges.last, range.lowerBound <= open.upperBound {
          ranges[ranges.count - 1] = open.lowerBound..<max(open.upperBound, range.upperBound)
        } else {
          ranges.append(range)
        }
      }
    }
    return ranges
  }
}
