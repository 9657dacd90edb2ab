// The colour of the background, as a terminal tells it.
import Terminals

extension Color {
  /// The colour in a terminal's answer to the question for its background: `11;rgb:1e1e/1e1e/1e1e` with one to four
  /// digits each, `11;rgba:` with the opacity behind them, or `11;#1e1e1e`. Nil if the text is anything else.
  init?(answer: [UInt8]) {
    let text = String(decoding: answer, as: UTF8.self)
    let parts: [Substring]
    if text.hasPrefix("11;#") {
      let digits = text.dropFirst(4)
      guard digits.count % 3 == 0 else { return nil }
      parts = (0..<3).map { digits.dropFirst($0 * digits.count / 3).prefix(digits.count / 3) }
    } else {
      let names = ["11;rgb:": 3, "11;rgba:": 4]
      guard let (name, count) = names.first(where: { text.hasPrefix($0.key) }) else { return nil }
      parts = text.dropFirst(name.count).split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == count else { return nil }
    }
    let values = parts.compactMap(Self.value)
    guard values.count == parts.count else { return nil }
    self = .rgb(values[0], values[1], values[2])
  }

  /// One to four hexadecimal digits as a part of the whole, 0-255.
  private static func value(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit), let number = Int(digits, radix: 16) else {
      return nil
    }
    let most = 1 << (4 * digits.count) - 1
    return UInt8((number * 255 + most / 2) / most)
  }
}
