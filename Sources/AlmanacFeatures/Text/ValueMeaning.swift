// What a value seems to mean, besides what it is: said behind the value, which stays as it is.
import AlmanacRecords
import Databases

extension ListedTable {
  /// Whether a column is declared to say yes or no.
  func isDeclaredFlag(_ column: String) -> Bool {
    style.isDerived && style.editableColumns.contains { $0.name == column && $0.kind == .flag }
  }

  /// What a value of a column seems to mean: yes or no, or a moment; `nil` where it seems to mean nothing more than it
  /// says.
  func meaning(of value: ExactValue?, in column: String, now: Double, zone: CivilZone) -> String? {
    switch value {
    case .integer(let number) where isDeclaredFlag(column) && (number == 0 || number == 1):
      return number == 0 ? "no" : "yes"
    case .integer(let number) where Self.namesMoment(column):
      return Self.moment(Double(number)).map { Self.words($0, now, zone) }
    case .real(let number) where Self.namesMoment(column):
      return Self.moment(number).map { Self.words($0, now, zone) }
    case .text:
      return value?.string.flatMap { Timestamp(text: $0).secondsSince1970 }.map { Age.phrase(from: $0, to: now) }
    default: return nil
    }
  }

  private static func words(_ moment: Double, _ now: Double, _ zone: CivilZone) -> String {
    Timestamp(secondsSince1970: moment).detail(at: now, in: zone)
  }

  /// Whether a column is called as one that holds moments: only then a number is taken for one.
  private static func namesMoment(_ column: String) -> Bool {
    let name = column.lowercasedASCII
    return name.hasSuffix("_at") || column.hasSuffix("At")
      || ["time", "date", "created", "modified", "updated", "expires"].contains(where: name.contains)
  }

  /// Seconds since 1970 of a number that counts seconds, or thousandths or millionths of them, since then, or, as
  /// browsers do, millionths since 1601; `nil` of one that would be a moment before 1973 or after 2096.
  private static func moment(_ number: Double) -> Double? {
    let plausible = 1e8...4e9
    let seconds = [number, number / 1e3, number / 1e6, number / 1e6 - 11_644_473_600]
    return seconds.first(where: plausible.contains)
  }
}
