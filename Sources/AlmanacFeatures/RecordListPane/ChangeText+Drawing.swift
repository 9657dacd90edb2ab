// How a list draws the words of a change: cut around the differences, old values red and new values green.
import AlmanacRecords
import Terminals

extension ChangeText {
  /// The pieces on at most `width` columns of the screen, if possible: what old and new values have in common is cut
  /// first, from afar, then the values themselves. The values of a row that came or went are not cut: the first ones
  /// matter most.
  func fitted(width: Int, isUnicode: Bool) -> [Piece] {
    let signs = Signs(isUnicode: isUnicode)
    func columns(_ pieces: [Piece]) -> Int {
      pieces.reduce(0) { $0 + displayWidth($1.text, isUnicode: isUnicode) }
    }
    let roles = Set(pieces.map(\.role))
    if !roles.isSuperset(of: [.old, .new]) || columns(pieces) <= width { return pieces }
    var fitted = pieces
    for context in Self.contexts {
      fitted = pieces.map { $0.cut(around: context, signs) }
      if columns(fitted) <= width { return fitted }
    }
    // The first column matters most: only its two values share the line.
    guard let last = fitted.firstIndex(where: { $0.role == .new }), columns(Array(fitted[...last])) > width else {
      return fitted
    }
    let first = Array(fitted[...last])
    let room = max(0, width - columns(first.filter { $0.role == .word }))
    let values = first.filter { $0.role != .word }.map { Array($0.text) }
    let common = values.count == 2 ? zip(values[0], values[1]).prefix { $0 == $1 }.count : 0
    return first.map { piece in
      if piece.role == .word { return piece }
      // A value leaves the other one what it does not need itself.
      let other = columns(first.filter { $0.role != .word && $0.role != piece.role })
      let share = max(room / 2, room - other)
      return piece.cut(common: common, to: share, signs).limited(to: share, signs, isUnicode: isUnicode)
    }
  }

  /// How many characters of a common part stay next to a difference, from the most to the least.
  private static let contexts = [24, 16, 10, 6, 3, 0]
}

extension ChangeText.Piece {
  /// The piece with at most `context` characters before and after its difference.
  fileprivate func cut(around context: Int, _ signs: Signs) -> Self {
    guard role != .word else { return self }
    var characters = Array(text)
    var piece = self
    let kept = kept(of: characters)
    let end = min(kept.upperBound + context, characters.count)
    if characters.count - end > signs.ellipsis.count { characters.replaceSubrange(end..., with: signs.ellipsis) }
    let start = max(0, kept.lowerBound - context)
    if start > signs.ellipsis.count {
      characters.replaceSubrange(..<start, with: signs.ellipsis)
      let moved = start - signs.ellipsis.count
      piece.difference = difference.lowerBound - moved..<difference.upperBound - moved
    }
    piece.text = String(characters)
    return piece
  }

  /// The difference or, if that is of digits, all of the number, time or date: a part of one says nothing.
  private func kept(of characters: [Character]) -> Range<Int> {
    guard !difference.isEmpty, characters[difference].allSatisfy({ !$0.isLetter }) else { return difference }
    func isOfNumber(_ character: Character) -> Bool { character.isNumber || ":.,-+".contains(character) }
    let before = characters[..<difference.lowerBound].reversed().prefix(while: isOfNumber).count
    let after = characters[difference.upperBound...].prefix(while: isOfNumber).count
    return difference.lowerBound - before..<difference.upperBound + after
  }

  /// The piece without so much of its beginning, which the other value has too, that it has `width` characters.
  fileprivate func cut(common: Int, to width: Int, _ signs: Signs) -> Self {
    let start = min(common, text.count + signs.ellipsis.count - width)
    guard start > signs.ellipsis.count else { return self }
    var piece = self
    piece.text = signs.ellipsis + text.dropFirst(start)
    let moved = start - signs.ellipsis.count
    let lower = max(signs.ellipsis.count, difference.lowerBound - moved)
    piece.difference = lower..<max(lower, difference.upperBound - moved)
    return piece
  }

  /// The piece on at most `width` columns, cut at its end.
  fileprivate func limited(to width: Int, _ signs: Signs, isUnicode: Bool) -> Self {
    guard displayWidth(text, isUnicode: isUnicode) > width else { return self }
    var piece = self
    piece.text = ""
    var room = width - displayWidth(signs.ellipsis, isUnicode: isUnicode)
    for character in text {
      room -= displayWidth(String(character), isUnicode: isUnicode)
      if room < 0 { break }
      piece.text.append(character)
    }
    let kept = piece.text.count
    piece.text += signs.ellipsis
    piece.difference = difference.clamped(to: 0..<kept)
    return piece
  }
}

extension CellBuffer {
  /// Colours the pieces of a change whose text was written at a place, with a width. The difference itself is bold.
  mutating func colour(_ pieces: [ChangeText.Piece], at place: Point, _ width: Int, _ theme: Theme) {
    var column = 0
    func columns(_ text: some StringProtocol) -> Int {
      displayWidth(String(text), limit: width - column, isUnicode: isUnicode)
    }
    for piece in pieces where column < width {
      let whole = columns(piece.text)
      defer { column += whole }
      guard piece.role != .word else { continue }
      let look = piece.role == .old ? theme.oldValue : theme.newValue
      restyle(Rect(column: place.column + column, row: place.row, width: whole, height: 1)) { style in
        style.foreground = look.foreground
        style.attributes.formUnion(look.attributes)
      }
      let before = columns(piece.text.prefix(piece.difference.lowerBound))
      let end = columns(piece.text.prefix(piece.difference.upperBound))
      guard before < end else { continue }
      restyle(Rect(column: place.column + column + before, row: place.row, width: end - before, height: 1)) {
        $0.attributes.insert(.bold)
      }
    }
  }
}
