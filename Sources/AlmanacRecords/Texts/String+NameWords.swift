extension String {
  /// The words of a column's name, in lower case: `lastModified` has two, like `last_modified`.
  var nameWords: [String] {
    var words: [String] = []
    var isInside = false
    var wasLowercase = false
    for character in self {
      let isOfWord = character.isLetter || character.isNumber
      if isOfWord, isInside, !(wasLowercase && character.isUppercase) {
        words[words.count - 1] += character.lowercased()
      } else if isOfWord {
        words.append(character.lowercased())
      }
      (isInside, wasLowercase) = (isOfWord, character.isLowercase)
    }
    return words
  }
}
