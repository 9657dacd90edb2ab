// What is typed after `:`.
public import Stores

/// What a person does in the palette: types some letters, and chooses among what they mean.
@Reducer
public struct Palette {
  /// A path is never longer, and each name is compared with the typed text.
  static var textLimit: Int { 4096 }

  @ObservableState
  public struct State: Equatable {
    /// What is typed.
    public var input = TextInput(limit: Palette.textLimit)
    /// Which of the entries that match is chosen.
    public var chosen = 0
  }

  /// What can happen to the palette.
  @CasePathable
  public enum Action: Sendable {
    /// The text was edited.
    case edited(TextEdit)
    /// The cursor moved to an entry.
    case moved(to: Int)
  }

  /// Makes the reducer of the palette.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edited(let edit):
        state.input.apply(edit)
        if !edit.isMotion { state.chosen = 0 }
        return .none
      case .moved(let index):
        state.chosen = index
        return .none
      }
    }
  }
}
