// Which of many names a few letters mean.
import AlmanacRecords

/// How well letters that were typed fit a name: each occurs in it, in their order.
///
/// The best name is exactly what was typed. Next comes one that begins with it, then one with a word that begins with it,
/// then one that has it anywhere; last come names with other letters in between. Case and Latin accents don't count.
enum FuzzyMatch {
  /// The rank of a name that begins with what was typed.
  static let beginning = 1
  /// The rank of a name that only just fits.
  static let worst = 4

  /// The better, the less; `nil` where it does not fit.
  static func rank(of name: String, for typed: String) -> Int? {
    let name = Array(SearchFold.fold(name).unicodeScalars)
    let typed = Array(SearchFold.fold(typed).unicodeScalars)
    if typed.isEmpty || name == typed { return 0 }
    if name.starts(with: typed) { return beginning }
    if let place = places(of: typed, in: name).first { return isAtWord(place, in: name) ? 2 : 3 }
    var rest = typed[...]
    for scalar in name where scalar == rest.first { rest.removeFirst() }
    return rest.isEmpty ? worst : nil
  }

  private static func places(of part: [Unicode.Scalar], in whole: [Unicode.Scalar]) -> [Int] {
    guard part.count <= whole.count else { return [] }
    return (0...whole.count - part.count).filter { whole[$0..<$0 + part.count].elementsEqual(part) }
  }

  private static func isAtWord(_ place: Int, in name: [Unicode.Scalar]) -> Bool {
    place > 0 && !name[place - 1].properties.isAlphabetic
  }
}
