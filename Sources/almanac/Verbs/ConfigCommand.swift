// Prints the configuration, with what each setting does.
import AlmanacFeatures

enum ConfigCommand: Verb {
  static let name = "config"
  static let options = [Arguments.Option.value("file")]
  static let usage = ["config"]

  static let help = """
    Prints the configuration, each setting with what it does. What the configuration does not set is a comment, as it
    holds then. Lines that can't be followed are named on standard error, and the status is 1. Almanac reads the file
    almanac/config in XDG_CONFIG_HOME, otherwise in ~/.config. To begin one:

        almanac config > config.new && mv config.new ~/.config/almanac/config

      --file FILE     allowed, as in every verb; config opens no file
      --help, --version

    """

  @MainActor
  static func run(_ arguments: Arguments) async throws {
    try arguments.refuseWords(from: 0)
    guard let path = ConfigurationFile.path else {
      throw CommandFailure("Neither XDG_CONFIG_HOME nor HOME is set, so there is no place for a configuration.")
    }
    let configuration = ConfigurationFile.content
    try StandardStreams.write(configuration.text(path: path))
    if configuration.complaints.isEmpty { return }
    for complaint in configuration.complaints.dropLast() { StandardStreams.complain(complaint.sentence) }
    throw CommandFailure(configuration.complaints[configuration.complaints.count - 1].sentence)
  }
}
