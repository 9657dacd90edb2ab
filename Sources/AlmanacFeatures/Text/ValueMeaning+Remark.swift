import AlmanacRecords

extension ValueMeaning {
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
