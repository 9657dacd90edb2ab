// The time zone for moments that a verb shows on a terminal.
import AlmanacFeatures
import AlmanacRecords
import Containers

extension Arguments.Option {
  static let utc = Arguments.Option.flag("utc")
  /// The help text of the option.
  static let helpOfUTC = """
      --utc           show times in UTC, not in your time zone, which TZ names
    """
}

extension Arguments {
  var zone: CivilZone { has("utc") || Container.shared.settings().times == .utc ? .utc : .local }
}
