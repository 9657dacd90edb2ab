// The meaning of a column's values.

/// The meaning of a column's values: a guess. A value that does not fit is shown unchanged.
package enum ValueMeaning: Hashable, Sendable {
  /// 0 means no, 1 means yes.
  case flag
  /// A number that counts the time since a zero moment.
  case number(MomentUnit)
  /// A moment as text, with or without its time zone.
  case moment(isZoned: Bool)
  /// A JSON object or array.
  case json
  /// A UUID of sixteen bytes.
  case uuid
  /// Real numbers of four bytes each.
  case vector
  /// A number that counts or measures.
  case quantity

  /// No and yes in a cell. Without UTF-8 they are written as `-` and `*`: see `SafeText`.
  package static let (no, yes) = ("○", "●")

  /// Whether its values are moments that are shown in the person's time zone.
  var isToldInZone: Bool {
    switch self {
    case .number, .moment(isZoned: true): true
    case .moment(isZoned: false), .flag, .json, .uuid, .vector, .quantity: false
    }
  }

  /// The text of a value in the cell of a list; nil if the value is shown unchanged. A moment without a time zone is
  /// only cut to the second, because only its writer knows the zone.
  package func text(of value: Excerpt, in zone: CivilZone) -> String? {
    switch (self, value) {
    case (.flag, .integer(0)): Self.no
    case (.flag, .integer(1)): Self.yes
    case (.number, _), (.moment(isZoned: true), _), (.uuid, _): words(for: value, in: zone)
    case (.moment(isZoned: false), .text(let text)): Timestamp(text: text).textWithoutFraction
    case (.json, .text(let text)): JSONOutline.line(text)
    case (.vector, .blob): value.shown(as: self)
    default: nil
    }
  }

  /// The words for a value that has no readable text itself: a moment in a time zone, a UUID. Nil if the value is shown
  /// unchanged.
  package func words(for value: Excerpt, in zone: CivilZone) -> String? {
    switch (self, value) {
    case (.number, _), (.moment(isZoned: true), _): moment(of: value).map(zone.listed)
    case (.uuid, .blob(let bytes, let count)): NumberKinds.uuid(bytes, count: count)
    default: nil
    }
  }

  /// The moment of a value, in seconds since 1970; nil if it is not a moment.
  package func moment(of value: Excerpt) -> Double? {
    switch (self, value) {
    case (.number(let unit), _): value.number.flatMap(unit.plausibleMoment)
    case (.moment, .text(let text)): Timestamp(text: text).secondsSince1970
    default: nil
    }
  }
}
