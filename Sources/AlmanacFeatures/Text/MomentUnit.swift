// How numbers stand for moments.

/// What a number counts, if it stands for a moment.
enum MomentUnit: CaseIterable {
  case seconds
  case milliseconds
  case microseconds
  /// As browsers count.
  case microsecondsSince1601

  /// The years from 1990 to 2099: a number of another time is taken for a plain number.
  private static let plausible = 631_152_000.0..<4_102_444_800

  /// The unit that makes a moment of our time of a number; `nil` if none does.
  init?(of number: Double) {
    guard let unit = Self.allCases.first(where: { Self.plausible.contains($0.moment(number)) }) else { return nil }
    self = unit
  }

  /// The moment that a number stands for, in seconds since 1970.
  func moment(_ number: Double) -> Double {
    switch self {
    case .seconds: number
    case .milliseconds: number / 1e3
    case .microseconds: number / 1e6
    case .microsecondsSince1601: number / 1e6 - 11_644_473_600
    }
  }
}
