// The page of the settings.
//
//   key ──> another value ──> the configuration file, replaced ──> the settings that hold now
//                                └──fails──> a sentence on the page, and the old value
import AlmanacRecords
import Containers
public import Stores

/// The feature of the page: the person chooses a setting and changes it.
@Reducer
public struct SettingsPage {
  static var textLimit: Int { 4096 }

  /// The state of the page.
  @ObservableState
  public struct State: Equatable {
    /// The index of the chosen setting.
    var chosen = 0
    /// The typed value; `nil` while none is typed.
    var input: TextInput?
    /// What is wrong with the last change; `nil` if nothing is.
    var problem: String?
    /// What holds for the shown file.
    var settings: Settings
    /// Whether a change is being written. Keys wait for it.
    var isWriting = false
    /// Where the configuration file is; `nil` if there is no place for one.
    var path: String?

    /// The chosen setting.
    var setting: Setting { Setting.all[chosen] }
  }

  /// An action of the page.
  @CasePathable
  public enum Action: Sendable {
    /// Another setting is chosen.
    case moved(by: Int)
    /// The chosen setting is to be changed: to its next value, or by typing.
    case changeKeyPressed
    /// The typed value was edited.
    case edited(TextEdit)
    /// The typed value is complete.
    case submitted
    /// The typed value is given up.
    case cancelled
    /// The file sets it now; these settings hold.
    case written(Settings)
    /// The file was not changed, for the reason in this sentence.
    case failed(String)
  }

  /// Makes the reducer of the page.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.problem = nil
      switch action {
      case .moved(let count): state.chosen = min(max(0, state.chosen + count), Setting.all.count - 1)
      case .changeKeyPressed:
        let text = state.setting.text(state.settings)
        if let next = state.setting.value(after: text) { return write(next, &state) }
        state.input = TextInput(text, limit: Self.textLimit)
      case .edited(let edit): state.input?.apply(edit)
      case .submitted: if let text = state.input?.text.trimmedOfWhitespace { return write(text, &state) }
      case .cancelled: state.input = nil
      case .written(let settings): (state.settings, state.input, state.isWriting) = (settings, nil, false)
      case .failed(let sentence): (state.problem, state.isWriting) = (sentence, false)
      }
      return .none
    }
  }

  /// Writes a value of the chosen setting into the file. From then on it holds.
  private func write(_ text: String, _ state: inout State) -> Effect<Action> {
    let setting = state.setting
    var settings = state.settings
    let isLine = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard isLine, setting.read(text, &settings) else {
      state.problem = "\(setting.name) takes \(setting.form)."
      return .none
    }
    guard let file = Container.shared.settingsFile() else {
      state.problem = "There is no place for a configuration here, so nothing is changed."
      return .none
    }
    state.isWriting = true
    return .run { [settings] send in
      do {
        let settings = try await file.set(setting, settings)
        settings.use()
        await send.awaited(.written(settings))
      } catch {
        await send.awaited(.failed("\(error)"))
      }
    }
  }
}
