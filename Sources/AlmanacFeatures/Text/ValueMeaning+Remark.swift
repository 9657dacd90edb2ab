import AlmanacRecords

extension ValueMeaning {
  /// A moment for a list: its age or, more than a month away, its day. Nil for a day without a time, and for what is no
  /// moment.
  func age(of value: Excerpt, at now: Double, in zone: CivilZone) -> String? {
    guard let moment = moment(of: value) else { return nil }
    if case .text(let text) = value {
      if text.utf8.count <= 10 { return nil }
      // Only its writer knows the zone of such a day.
      if abs(now - moment) >= Age.month, self == .moment(isZoned: false) { return String(text.prefix(10)) }
    }
    guard abs(now - moment) >= Age.month else { return Age.phrase(from: moment, to: now) }
    return String(zone.text(of: moment).time.dropLast(9))
  }

  /// The meaning of a value in words, to show after the value; `nil` if there is nothing to say.
  func remark(on value: Excerpt, now: Double, zone: CivilZone) -> String? {
    switch (self, value) {
    case (.flag, .integer(0)): "no"
    case (.flag, .integer(1)): "yes"
    case (.moment(isZoned: false), .text(let text)) where !Timestamp(text: text).isZoned:
      moment(of: value).map { Age.phrase(from: $0, to: now) }
    case (.number, _), (.moment, _): moment(of: value).map { Age.detail(of: $0, at: now, in: zone) }
    default: nil
    }
  }
}
