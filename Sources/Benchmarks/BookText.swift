// The texts of the bench's records: the same at every run, so that the first hit of each search is known.

/// The text of record number `n`, counted from 1.
///
/// It begins with a unique word. In a few records the next word has a `z`, `j` or `k`, which occur in no other word.
/// From either end of the list, each further letter of `zajo` (common) and `kalo` (rare) changes the first hit.
enum BookText {
  static let common = "zajo"
  static let rare = "kalo"

  /// In alphabetical order, so that the unique words are in the order of their numbers.
  private static let syllables: [String] = "bcdfghlmnprstvw".flatMap { consonant in
    "aeiou".map { "\(consonant)\($0)" }
  }

  private static let words: [String] = {
    var generator = Generator(state: 42)
    let common =
      "the of and to in is was for on are as with his they at be this have from or one had by but not what all"
    return common.split(separator: " ").map(String.init)
      + (0..<4000).map { number in
        (0..<(number < 400 ? 2 : 3)).map { _ in syllables[generator.next(below: syllables.count)] }.joined()
      }
  }()

  /// A word that no other record has.
  static func ownWord(_ n: Int) -> String {
    var rest = n
    var word: [String] = []
    for _ in 0..<4 {
      word.append(syllables[rest % syllables.count])
      rest /= syllables.count
    }
    let text = word.reversed().joined()
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The word that searches look for; nil if the record has none.
  static func soughtWord(_ n: Int) -> String? {
    switch n % 20_000 {
    case 11, 17: return "ku"
    case 12, 16: return "kabe"
    case 13, 15: return "kalu"
    case 14: return "kalom"
    default: break
    }
    if n % 5 == 2 { return "zu" }
    if n % 10 == 3 { return "zabe" }
    if n % 20 == 4 { return "zaju" }
    return n % 100 == 5 ? "zajom" : nil
  }

  /// A text of 60 to 110 characters.
  static func body(_ n: Int) -> String {
    var generator = Generator(state: UInt64(n))
    var text = ownWord(n)
    if let word = soughtWord(n) { text += " " + word }
    let length = 60 + generator.next(below: 40)
    while text.utf8.count < length {
      // Words with low numbers are frequent.
      let place = generator.next(below: 1000) * generator.next(below: 1000) / 1000 * words.count / 1000
      text += " " + words[place]
    }
    return text
  }

  static func name(_ n: Int) -> String { ownWord(n) + (soughtWord(n).map { " " + $0 } ?? "") }
  static func email(_ n: Int) -> String { "\(ownWord(n).lowercased())@example.org" }

  /// The first record of `numbers`, in their order, with a word that begins with `prefix`.
  static func firstHit(_ prefix: String, in numbers: some Sequence<Int>) -> Int? {
    numbers.first { prefix.isEmpty || soughtWord($0)?.hasPrefix(prefix) == true }
  }
}

/// Pseudo-random numbers, the same at every run.
private struct Generator {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }
}
