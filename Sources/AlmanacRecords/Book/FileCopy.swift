/// A copy of a file, for one that another program keeps locked, or whose folder can't be written.
public enum FileCopy {
  /// What a person types into a shell to look at a copy of the file at `path`. What stands beside the file, such as its
  /// log, belongs to it: the copy has its last changes too.
  public static func command(path: String) -> String {
    let path = path.hasPrefix("-") ? "./" + path : path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "D=$(mktemp -d); cp \(ShellWord.quoted(path))* $D; almanac $D/\(ShellWord.quoted(name))"
  }
}

/// What a person types into a shell.
public enum ShellWord {
  /// A word as a shell reads it.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_./-+:@%,=".unicodeScalars.contains(scalar))
    }
    // By scalars: a quote with a mark on it is another character, and still a quote.
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? word : "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
  }
}
