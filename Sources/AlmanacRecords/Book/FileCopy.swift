/// A copy of a file that another program keeps locked, or whose folder is not writable.
public enum FileCopy {
  /// The shell command that copies and opens the file at `path`. It copies files with the same beginning, such as the
  /// log, so that the copy has the last changes.
  public static func command(path: String) -> String {
    let path = path.hasPrefix("-") ? "./" + path : path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "D=$(mktemp -d); cp \(ShellWord.quoted(path))* $D; almanac $D/\(ShellWord.quoted(name))"
  }
}

/// Words of a shell command.
public enum ShellWord {
  /// The word, quoted if necessary.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_./-+:@%,=".unicodeScalars.contains(scalar))
    }
    // By scalars: a quote with a combining mark is another character, but still a quote.
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? word : "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
  }
}
