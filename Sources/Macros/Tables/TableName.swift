// Infers a table's name from its type.

/// The name of the table for a type: lower camel case, plural.
enum TableName {
  /// `RemindersList` becomes `remindersLists`, `Category` `categories`, `Status` `statuses`, `Bee` `bees`.
  static func inferred(from type: String) -> String { plural(lowerCamelCase(type)) }

  /// Lowers the leading capitals, except the one that begins the next word: `URLItem` becomes `urlItem`.
  private static func lowerCamelCase(_ name: String) -> String {
    var characters = Array(name)
    for index in characters.indices {
      guard characters[index].isUppercase else { break }
      let next = index + 1
      if index > 0, next < characters.count, characters[next].isLowercase { break }
      characters[index] = Character(characters[index].lowercased())
    }
    return String(characters)
  }

  private static func plural(_ name: String) -> String {
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    if name.last == "y", let before = name.dropLast().last, !vowels.contains(before) {
      return name.dropLast() + "ies"
    }
    let hisses = ["s", "x", "z", "ch", "sh"].contains { name.hasSuffix($0) }
    return name + (hisses ? "es" : "s")
  }
}
