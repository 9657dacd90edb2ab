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

  /// A value as the cell of a list shows it; `nil` where the value is shown as it is. A moment without a time zone is:
  /// only its writer knows the zone.
  package func text(of value: Excerpt, in zone: CivilZone) -> String? {
    switch (self, value) {
    // Where there is no UTF-8 these are written `*` and `-`, as `SafeText` tells.
    case (.flag, .integer(0)): "○"
    case (.flag, .integer(1)): "●"
    case (.number, _), (.moment(isZoned: true), _): moment(of: value).map(zone.listed)
    case (.json, .text(let text)): JSONOutline.line(text)
    case (.uuid, .blob(let bytes, let count)): NumberKinds.uuid(bytes, count: count)
    case (.vector, .blob): value.shown(as: self)
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
