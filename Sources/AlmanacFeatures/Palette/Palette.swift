// What is typed after `:`.
public import Stores

/// What a person does in the palette: types some letters, and chooses among what they mean.
@Reducer
public struct Palette {
  @ObservableState
  public struct State: Equatable {
    public var input = TextInput()
    /// Which of the entries that match is chosen.
    public var chosen = 0
  }

  @CasePathable
  public enum Action: Sendable {
    case edited(TextEdit)
    case moved(to: Int)
  }

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
