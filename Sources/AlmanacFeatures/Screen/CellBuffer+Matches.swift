// The matches of a search in texts on the screen.
import AlmanacRecords
import Terminals

extension CellBuffer {
  /// Emphasises the matches of a search in a text that was written at a place, with a width.
  mutating func emphasise(
    _ query: SearchQuery, in text: String, of column: String? = nil, at place: Point, _ width: Int, _ theme: Theme
  ) {
    for match in query.matches(in: text, of: column, limit: width * 2) {
      let before = displayWidth(text[..<match.lowerBound], limit: width, isUnicode: isUnicode)
      let matched = displayWidth(text[match], limit: width, isUnicode: isUnicode)
      let rect = Rect(
        column: place.column + before, row: place.row, width: min(matched, width - before), height: 1)
      guard !rect.isEmpty else { continue }
      restyle(rect) { style in
        style.foreground = theme.match.foreground
        style.attributes.formUnion(theme.match.attributes)
      }
    }
  }
}

extension SearchQuery {
  /// Cuts a text before its first match if the match would not fit into the width; otherwise returns it unchanged.
  func showingMatch(in text: String, of column: String? = nil, width: Int, isUnicode: Bool) -> String {
    func columns(_ text: Substring) -> Int { displayWidth(text, limit: width + 1, isUnicode: isUnicode) }
    guard !isEmpty, columns(text[...]) > width, let match = matches(in: text, of: column).first,
      columns(text[..<match.upperBound]) >= width
    else { return text }
    // An ellipsis replaces the cut text. A third of the remaining width shows the text before the match.
    let room = width - 1
    let context = max(0, min(room / 3, room - columns(text[match])))
    var start = match.lowerBound
    for index in text[..<start].indices.reversed() {
      let isFilled = columns(text[index...]) > room
      if columns(text[index..<match.lowerBound]) > context, isFilled { break }
      start = index
    }
    return Signs(isUnicode: isUnicode).ellipsis + text[start...]
  }
}
