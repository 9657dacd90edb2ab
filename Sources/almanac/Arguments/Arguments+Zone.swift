// The time zone in which a verb shows moments on a terminal.
import AlmanacRecords

extension Arguments.Option {
  static let utc = Arguments.Option.flag("utc")
  /// What the help of a verb says about it.
  static let helpOfUTC = """
      --utc           show times in UTC, not in your time zone, which TZ names
    """
}

extension Arguments {
  var zone: CivilZone { has("utc") ? .utc : .local }
}
