/// What the program can be asked to do. The screen is one too, though its name is never typed.
protocol Verb: SendableMetatype {
  /// The word that asks for it.
  static var name: String { get }
  /// The options it takes, beyond `--help` and `--version`.
  static var options: [Arguments.Option] { get }
  /// What `--help` prints.
  static var help: String { get }
  static func run(_ arguments: Arguments) async throws
}
