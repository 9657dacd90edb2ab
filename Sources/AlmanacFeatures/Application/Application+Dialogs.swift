// The dialogs over the whole screen: at most one is open.
import Containers
import Stores

extension Application {
  /// A dialog over the whole screen. It gets all keys.
  @ObservableState
  enum Dialog: Equatable {
    /// The question whether the file may be written to.
    case writeQuestion
    /// The palette, typed after `:`.
    case palette(Palette.State)
    case help
    /// The doctor, which checks the file.
    case doctor(Doctor.State)
    /// The plan of the query on the screen.
    case plan
    /// What the file says of a table.
    case schema(Schema.State)
    /// Two records side by side.
    case comparison(Comparison)
    /// The page of the settings.
    case settings(SettingsPage.State)
    /// The form of an import.
    case importForm(ImportForm.State)
    /// The question whether what has this name goes.
    case removalQuestion(Application.Named)
  }

  /// A dialog over the whole screen is opened, closed or answered.
  public enum DialogAction: Sendable {
    /// The palette is opened, with this text, where keys act on this.
    case paletteAsked(typed: String, at: Palette.Place?)
    /// The help key was pressed.
    case helpKeyPressed
    /// The person starts the doctor.
    case doctorAsked
    /// The person asks for the schema of the shown table.
    case schemaAsked
    /// The person asks for the settings. `chosen`: the name of the one with the cursor; nil: the first one.
    case settingsAsked(chosen: String? = nil)
    /// The person closed the dialog.
    case closed
    /// The person answered whether the file may be written to.
    case writeAnswered(isAllowed: Bool)
  }

  func reduce(_ action: DialogAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .paletteAsked(let text, let place): state.dialog = .palette(.typed(text, at: place))
    case .helpKeyPressed: state.dialog = .help
    case .doctorAsked: state.dialog = .doctor(Doctor.State())
    case .schemaAsked:
      guard case .table(let table) = state.tab else { break }
      state.dialog = .schema(Schema.State(of: table))
      guard let byteCount = state.file.opened.byteCount, byteCount <= Schema.readAtOnce else { break }
      return .send(.schema(.sizesWanted))
    case .settingsAsked(let name):
      let container = Container.shared
      state.dialog = .settings(
        SettingsPage.State(
          chosen: Setting.all.firstIndex { $0.name == name } ?? 0, settings: container.settings(),
          path: container.settingsFile()?.path))
    case .closed: state.dialog = nil
    case .writeAnswered(let isAllowed):
      state.dialog = nil
      state.file.isWriteAllowed = isAllowed
      if !isAllowed { state.note("Nothing was changed.") }
      guard state.query?.statement != nil else { break }
      return .send(.query(.statement(isAllowed ? .allowed : .dropped)))
    }
    return .none
  }
}

extension Application.State {
  /// The open palette.
  var palette: Palette.State? {
    get { if case .palette(let palette) = dialog { palette } else { nil } }
    set { if let newValue { dialog = .palette(newValue) } }
  }

  /// The open doctor.
  var doctor: Doctor.State? {
    get { if case .doctor(let doctor) = dialog { doctor } else { nil } }
    set { if let newValue { dialog = .doctor(newValue) } }
  }

  /// The open schema of a table.
  var schema: Schema.State? {
    get { if case .schema(let schema) = dialog { schema } else { nil } }
    set { if let newValue { dialog = .schema(newValue) } }
  }

  /// The two records that are compared.
  var comparison: Comparison? { if case .comparison(let comparison) = dialog { comparison } else { nil } }

  /// The open page of the settings.
  var settingsPage: SettingsPage.State? {
    get { if case .settings(let page) = dialog { page } else { nil } }
    set { if let newValue { dialog = .settings(newValue) } }
  }

  /// The open form of an import.
  var importForm: ImportForm.State? {
    get { if case .importForm(let form) = dialog { form } else { nil } }
    set { if let newValue { dialog = .importForm(newValue) } }
  }

  /// Whether the help is shown.
  var isHelpShown: Bool { dialog == .help }
  /// Whether the person is being asked whether the file may be written to.
  var isWriteAsked: Bool { dialog == .writeQuestion }
}
