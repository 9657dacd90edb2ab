// Finds the key of a sequence.
import Terminals

extension Key {
  /// The parameters as numbers, as in the sequences of keys. Nil if there is anything else: then it is an answer, or a
  /// key in a form with more information.
  static func numbers(_ parameters: some Collection<UInt8>) -> [Int]? {
    guard parameters.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }) else { return nil }
    return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      digits.reduce(0) { min(99_999, $0 * 10 + Int($1 - 0x30)) }
    }
  }

  /// The key of a control sequence; nil if it is no key, or keys other than Shift, Alt and Ctrl are held.
  init?(_ parameters: [UInt8], final: UInt8) {
    if parameters == [UInt8(ascii: "[")] {
      // The Linux console.
      guard (0x41...0x45).contains(final) else { return nil }
      self = .function(Int(final) - 0x40)
      return
    }
    guard let numbers = Self.numbers(parameters), numbers.count <= 2,
      let held = Held(numbers.count == 2 ? numbers[1] : 0)
    else { return nil }
    let key: Key? =
      if final == UInt8(ascii: "~") {
        Key(number: numbers[0])
      } else if numbers[0] <= 1, parameters.isEmpty || final != UInt8(ascii: "R") {
        // With parameters, R is the report of the cursor's position.
        Key(final: final, held)
      } else {
        nil
      }
    guard let key else { return nil }
    self = key
  }

  /// The key of `ESC O`; nil if it is none.
  init?(shifted parameters: [UInt8], final: UInt8) {
    guard let held = Self.numbers(parameters).flatMap({ Held($0[$0.count - 1]) }) else { return nil }
    if let key = Key(final: final, held) {
      self = key
    } else if final == UInt8(ascii: "M") {
      self = .enter
    } else if (0x6A...0x79).contains(final) {
      // The digits and signs of the number pad.
      self = .character(Character(Unicode.Scalar(final - 0x40)))
    } else {
      return nil
    }
  }

  /// The modifier keys held with a key.
  private enum Held {
    case control, others

    /// `number`: one more than a bit mask of Shift, Alt, Ctrl, three modifiers that Almanac does not use, and the two
    /// locks; 0 if unknown.
    init?(_ number: Int) {
      let bits = max(0, number - 1) & ~0b1100_0000
      guard bits < 0b1000 else { return nil }
      self = bits == 0b100 ? .control : .others
    }
  }

  private init?(final: UInt8, _ held: Held) {
    switch final {
    case UInt8(ascii: "C") where held == .control: self = .controlRight
    case UInt8(ascii: "D") where held == .control: self = .controlLeft
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "Z"): self = .backTab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(final) - 0x4F)
    default: return nil
    }
  }

  private init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23, 24: self = .function(number - 12)
    default: return nil
    }
  }
}
