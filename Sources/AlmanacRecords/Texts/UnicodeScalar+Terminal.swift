// Characters that a terminal may obey instead of showing them.

extension Unicode.Scalar {
  /// Whether this is a control character, separates lines or changes the direction of text: then a text for a terminal
  /// has another form of it.
  var isObeyedByTerminals: Bool {
    switch self {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
      "\u{2066}"..."\u{2069}":
      true
    default: false
    }
  }
}
