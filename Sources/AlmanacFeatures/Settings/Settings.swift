// What a person may set, as the program uses it.
public import Containers
import Observing

/// The settings that hold for a file.
public struct Settings: Hashable, Sendable {
  /// The colours of the screen.
  public enum Theme: String, CaseIterable, Sendable {
    /// By the terminal's background; none if `NO_COLOR` is set.
    case auto
    /// For dark terminals; `night` has more contrast.
    case dusk, night
    /// For light terminals; `day` has more contrast.
    case dawn, day
    /// The terminal's own colours.
    case colours
    /// No colours.
    case plain
  }

  /// The zone in which times are shown and typed.
  public enum Times: String, CaseIterable, Sendable {
    /// The person's own zone.
    case local
    /// UTC.
    case utc
  }

  /// How a list shows moments of our time.
  public enum Dates: String, CaseIterable, Sendable {
    /// As ages, up to a month.
    case ages
    /// As they are, to the second.
    case exact
  }

  /// The sign between thousands in columns that count or measure.
  public enum Thousands: String, CaseIterable, Sendable {
    /// A comma: `1,024`.
    case comma
    /// A space: `1 024`.
    case space
    /// An apostrophe: `1'024`.
    case apostrophe
    /// Nothing: `1024`.
    case none

    /// The sign.
    var sign: String {
      switch self {
      case .comma: ","
      case .space: " "
      case .apostrophe: "'"
      case .none: ""
      }
    }
  }

  /// Whether a file that is not a book may be changed.
  public enum Writing: String, CaseIterable, Sendable {
    /// After a question.
    case ask
    /// Without a question.
    case always
    /// Not at all; a book neither.
    case never
  }

  /// Whether the file is remembered for the next run.
  public enum Remember: String, CaseIterable, Sendable {
    /// A copy is kept.
    case on
    /// Nothing is kept.
    case off
  }

  /// Whether the screen takes the mouse.
  public enum Mouse: String, CaseIterable, Sendable {
    /// The screen takes it.
    case on
    /// The terminal keeps it.
    case off
  }

  /// Whether lines are appended in place of a screen.
  public enum Linear: String, CaseIterable, Sendable {
    /// The screen is drawn.
    case off
    /// Lines are appended.
    case on
  }

  /// The colours of the screen.
  public var theme = Theme.auto
  /// The zone of times.
  public var times = Times.local
  /// How lists show moments of our time.
  public var dates = Dates.ages
  /// The sign between thousands in columns that count or measure.
  public var thousands = Thousands.comma
  /// The columns that lists show first.
  public var columns: [String] = []
  /// How many marked records are changed without typing their number.
  public var confirmation = 100
  /// Whether the file is remembered for the next run.
  public var remember = Remember.off
  /// Whether a file that is not a book may be changed.
  public var writing = Writing.ask
  /// The words of the command that opens the editor; empty: that of the environment.
  public var editor: [String] = []
  /// Whether the screen takes the mouse.
  public var mouse = Mouse.on
  /// Whether lines are appended in place of a screen.
  public var linear = Linear.off
  /// The commands of the person's own.
  var commands: [UserCommand] = []
  /// The keys that the person has given to actions.
  public var keys = KeyMap()

  /// Makes the settings that hold without a configuration.
  public init() {}

  /// Makes them the settings of the shown file: what has read `present` on the screen is drawn again. Any thread may
  /// call it.
  public func use() {
    let container = Container.shared
    container.settings.register { self }
    container.settingsStamp().noteChange()
  }

  /// The settings of the shown file. Tracked.
  static var present: Settings {
    let container = Container.shared
    container.settingsStamp().access()
    return container.settings()
  }
}

extension Container {
  /// The settings of the shown file.
  public var settings: Factory<Settings> { self { Settings() } }

  /// Changes with the settings.
  fileprivate var settingsStamp: Factory<ChangeStamp> { self { ChangeStamp() }.cached }
}
