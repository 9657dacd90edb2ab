public import Containers

/// The configuration file, for the page that changes it.
public struct SettingsFile: Sendable {
  /// Where it is.
  public var path: String
  /// The absolute path of the shown file, which sections are compared with.
  public var shownPath: String?
  /// The person's home.
  public var home: String?
  /// Its text; empty if there is no file yet. Throws a sentence.
  public var read: @Sendable () throws -> String
  /// Replaces its text, all or nothing. Throws a sentence.
  public var replace: @Sendable (_ text: String) throws -> Void

  /// Makes a file of these functions.
  public init(
    path: String, shownPath: String?, home: String?, read: @escaping @Sendable () throws -> String,
    replace: @escaping @Sendable (_ text: String) throws -> Void
  ) {
    (self.path, self.shownPath, self.home) = (path, shownPath, home)
    (self.read, self.replace) = (read, replace)
  }

  /// Sets a setting as these settings do, and returns what holds then for the shown file.
  @MainActor
  func set(_ setting: Setting, _ settings: Settings) throws -> Settings {
    // Read again: the person may have edited it meanwhile.
    let text = Configuration.text(
      try read(), setting: setting.name, to: setting.line(settings), for: shownPath, home: home)
    try replace(text)
    return Configuration(text).settings(for: shownPath, home: home)
  }
}

extension Container {
  /// The person's configuration file; `nil` if there is no place for one.
  public var settingsFile: Factory<SettingsFile?> { self { nil } }
}
