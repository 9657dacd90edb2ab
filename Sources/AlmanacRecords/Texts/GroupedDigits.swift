// Numbers in readable form.

extension Excerpt {
  /// A number with a sign before each group of three digits of its whole part; nil for another value, and for a number
  /// without thousands.
  package func grouped(by separator: String) -> String? {
    guard isNumber, !separator.isEmpty else { return nil }
    let text = shown
    let start = text.hasPrefix("-") ? text.index(after: text.startIndex) : text.startIndex
    let digits = text[start...].prefix { $0.isWholeNumber }
    // With an exponent the digits are not those of the number.
    guard digits.count > 3, !text.contains("e") else { return nil }
    return text[..<start] + digits.inGroups(separatedBy: separator) + text[digits.endIndex...]
  }

  private var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }
}

extension Int {
  /// The number with a comma before each group of three digits: `1,024`.
  public var groupedDigits: String { (self < 0 ? "-" : "") + String(magnitude).inGroups(separatedBy: ",") }

  /// A number of things in words: `1 byte`, `1,024 bytes`.
  public func counted(_ noun: String) -> String { "\(groupedDigits) \(noun)\(self == 1 ? "" : "s")" }
}

extension StringProtocol {
  /// Digits in groups of three from the right.
  fileprivate func inGroups(separatedBy separator: String) -> String {
    var grouped = ""
    let count = count
    for (index, digit) in enumerated() {
      if index > 0, (count - index) % 3 == 0 { grouped += separator }
      grouped.append(digit)
    }
    return grouped
  }
}
