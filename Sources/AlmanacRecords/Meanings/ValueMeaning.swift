// What the values of a column mean, besides what they are.

/// What the values of a column mean: a guess. A value that does not fit it is shown as what it is.
package enum ValueMeaning: Hashable, Sendable {
  /// 0 means no, 1 means yes.
  case flag
  /// A number that counts the time until a moment.
  case number(MomentUnit)
  /// A moment that is written out, with its time zone or without.
  case moment(isZoned: Bool)
  /// A JSON object or array.
  case json
  /// Sixteen bytes that are a UUID.
  case uuid
  /// Numbers of four bytes.
  case vector

  /// Whether its values are moments that are told in the person's time zone.
  var isToldInZone: Bool {
    switch self {
    case .number, .moment(isZoned: true): true
    case .moment(isZoned: false), .flag, .json, .uuid, .vector: false
    }
  }

  /// A value as the cell of a list shows it; `nil` where the value is shown as it is. A moment without a time zone is, to
  /// the second: only its writer knows the zone.
  package func text(of value: Excerpt, in zone: CivilZone) -> String? {
    switch (self, value) {
    // Where there is no UTF-8 these are written `*` and `-`, as `SafeText` tells.
    case (.flag, .integer(0)): "○"
    case (.flag, .integer(1)): "●"
    case (.number, _), (.moment(isZoned: true), _), (.uuid, _): words(for: value, in: zone)
    case (.moment(isZoned: false), .text(let text)): Timestamp(text: text).textWithoutFraction
    case (.json, .text(let text)): JSONOutline.line(text)
    case (.vector, .blob): value.shown(as: self)
    default: nil
    }
  }

  /// What a person reads in place of a value that is no text of its own: a moment in a time zone, a UUID; `nil` where the
  /// value is read as it is.
  package func words(for value: Excerpt, in zone: CivilZone) -> String? {
    switch (self, value) {
    case (.number, _), (.moment(isZoned: true), _): moment(of: value).map(zone.listed)
    case (.uuid, .blob(let bytes, let count)): NumberKinds.uuid(bytes, count: count)
    default: nil
    }
  }

  /// The moment that a value means, in seconds since 1970; nil: it means none.
  package func moment(of value: Excerpt) -> Double? {
    switch (self, value) {
    case (.number(let unit), _): value.number.flatMap(unit.plausibleMoment)
    case (.moment, .text(let text)): Timestamp(text: text).secondsSince1970
    default: nil
    }
  }
}
