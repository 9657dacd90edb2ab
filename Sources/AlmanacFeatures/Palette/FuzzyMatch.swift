// Matching a few letters with names.
import AlmanacRecords

/// How well typed letters match a name: each occurs in it, in their order.
///
/// The best name is exactly the typed text. Next comes one that begins with it, then one with a word that begins with
/// it, then one that contains it; last come names with other letters in between. Case and Latin accents are ignored.
struct FuzzyMatch {
  /// The rank of a name that begins with the typed text.
  static let beginning = 1
  /// The rank of a name that only just matches.
  static let worst = 4

  /// The typed text, folded once for all names.
  private let typed: [Unicode.Scalar]

  init(_ typed: String) { self.typed = Self.folded(typed) }

  /// The rank of a name. Lower is better; `nil`: no match.
  func rank(of name: String) -> Int? {
    let name = Self.folded(name)
    if typed.isEmpty || name == typed { return 0 }
    guard typed.count < name.count else { return nil }
    if isBeginning(of: name) { return Self.beginning }
    if let place = place(in: name) { return Self.isAtWord(place, in: name) ? 2 : 3 }
    var rest = typed[...]
    for scalar in name where scalar == rest.first { rest.removeFirst() }
    return rest.isEmpty ? Self.worst : nil
  }

  /// Whether a folded name begins with the typed text.
  func isBeginning(of name: [Unicode.Scalar]) -> Bool { name.starts(with: typed) }

  /// Whether the typed text is too long to begin a name of `count` letters.
  func isLonger(than count: Int) -> Bool { typed.count > count }

  static func folded(_ name: String) -> [Unicode.Scalar] { Array(SearchFold.fold(name).unicodeScalars) }

  private func place(in name: [Unicode.Scalar]) -> Int? {
    (0...name.count - typed.count).first { name[$0..<$0 + typed.count].elementsEqual(typed) }
  }

  private static func isAtWord(_ place: Int, in name: [Unicode.Scalar]) -> Bool {
    place > 0 && !name[place - 1].properties.isAlphabetic
  }
}
