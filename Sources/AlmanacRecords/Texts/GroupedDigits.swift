// Numbers in readable form.

extension Int {
  /// The number with a comma before each group of three digits: `1,024`.
  public var groupedDigits: String {
    let digits = String(magnitude)
    var grouped = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return grouped
  }

  /// A number of things in words: `1 byte`, `1,024 bytes`.
  public func counted(_ noun: String) -> String { "\(groupedDigits) \(noun)\(self == 1 ? "" : "s")" }
}
