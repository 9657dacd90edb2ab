// What values seem to mean, besides what they are: a guess. A list shows a column by it while all rows at hand agree; a
// record shows it behind the value, which stays as it is.
import AlmanacRecords
import Databases

/// What a value seems to mean.
enum ValueMeaning: Hashable {
  /// 0 means no, 1 means yes.
  case flag
  /// A number that counts the time until a moment.
  case number(MomentUnit)
  /// A moment that is written out, with its time zone or without.
  case moment(isZoned: Bool)
  /// A JSON object or array.
  case json

  /// `nil`: a value that seems to mean nothing more than it says.
  init?(_ value: Excerpt, in column: ColumnHints) {
    switch value {
    case .integer(0...1): self = .flag
    case .integer(let number):
      guard column.isOfMoments, let unit = MomentUnit(of: Double(number)) else { return nil }
      self = .number(unit)
    case .real(let number):
      guard column.isOfMoments, let unit = MomentUnit(of: number) else { return nil }
      self = .number(unit)
    case .text(let text):
      let time = Timestamp(text: text)
      if time.secondsSince1970 != nil {
        self = .moment(isZoned: time.isZoned)
      } else if JSONOutline.line(text) != nil {
        self = .json
      } else {
        return nil
      }
    case .null, .blob: return nil
    }
  }

  /// Whether these values mean this; NULL fits everything.
  func fits(_ values: some Sequence<Excerpt>, in column: ColumnHints) -> Bool {
    values.allSatisfy { $0 == .null || Self($0, in: column) == self }
  }

  /// A value as the cell of a list shows it; `nil` where it stands as it is. A moment without a time zone is one of them:
  /// only its writer knows the zone.
  func text(of value: Excerpt, in zone: CivilZone) -> String? {
    switch (self, value) {
    // Where there is no UTF-8 these are written `*` and `-`, as `SafeText` tells.
    case (.flag, .integer(let number)): number == 0 ? "○" : "●"
    case (.number(let unit), .integer(let number)): zone.text(of: unit.moment(Double(number))).time
    case (.number(let unit), .real(let number)): zone.text(of: unit.moment(number)).time
    case (.moment(isZoned: true), .text(let text)):
      Timestamp(text: text).secondsSince1970.map { zone.text(of: $0).time }
    case (.json, .text(let text)): JSONOutline.line(text)
    default: nil
    }
  }
}

extension ColumnHints {
  /// What a value seems to mean, in words, behind the value; `nil` where there is nothing to say.
  func remark(on value: ExactValue?, now: Double, zone: CivilZone) -> String? {
    guard let value else { return nil }
    let excerpt = Excerpt(value)
    return switch (ValueMeaning(excerpt, in: self), excerpt) {
    case (.flag, _): isFlag ? excerpt == .integer(0) ? "no" : "yes" : nil
    case (.number(let unit), .integer(let number)): Age.detail(of: unit.moment(Double(number)), at: now, in: zone)
    case (.number(let unit), .real(let number)): Age.detail(of: unit.moment(number), at: now, in: zone)
    case (.moment(isZoned: true), .text(let text)): Timestamp(text: text).detail(at: now, in: zone)
    case (.moment(isZoned: false), .text(let text)): Timestamp(text: text).agePhrase(at: now)
    default: nil
    }
  }
}
