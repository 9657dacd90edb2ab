// The configuration file, as the page of the settings changes it.
public import Containers

/// The configuration file, for the page that changes it.
public struct SettingsFile: Sendable {
  /// Where it is.
  public var path: String
  /// The absolute path of the shown file, which sections are compared with.
  public var shownPath: String?
  /// The person's home.
  public var home: String?
  /// Replaces its text, which is empty if there is no file yet, all or nothing. No other Almanac changes it meanwhile.
  /// Returns the new text. Throws a sentence.
  public var change: @MainActor @Sendable (_ edit: (_ text: String) throws -> String) throws -> String

  /// Makes a file that a function changes.
  public init(
    path: String, shownPath: String?, home: String?,
    change: @escaping @MainActor @Sendable (_ edit: (_ text: String) throws -> String) throws -> String
  ) {
    (self.path, self.shownPath, self.home, self.change) = (path, shownPath, home, change)
  }

  /// Sets a setting as these settings do, and returns what holds then for the shown file.
  @MainActor
  func set(_ setting: Setting, _ settings: Settings) throws -> Settings {
    // The person may have edited it since it was read.
    let text = try change { text in
      Configuration.text(text, setting: setting.name, to: setting.line(settings), for: shownPath, home: home)
    }
    return Configuration(text).settings(for: shownPath, home: home)
  }
}

extension Container {
  /// The person's configuration file; `nil` if there is no place for one.
  public var settingsFile: Factory<SettingsFile?> { self { nil } }
}
