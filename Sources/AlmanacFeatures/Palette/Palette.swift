// The palette, typed after `:`.
import AlmanacRecords
public import Stores

/// The feature of the palette: the person types some letters and chooses an entry.
@Reducer
public struct Palette {
  /// The length of the longest path. It limits the text that each name is compared with.
  static var textLimit: Int { 4096 }

  /// What a key would act on.
  public struct Place: Hashable, Sendable {
    let tab: Application.Tab?
    /// The open record, or the one with the cursor.
    let record: RecordID?
    let hasMarks: Bool
  }

  @ObservableState
  public struct State: Equatable {
    /// The typed text.
    public var input = TextInput(limit: Palette.textLimit)
    /// The index of the chosen entry among the matching ones.
    public var chosen = 0
    /// The records to copy, if the palette was opened to choose how; nil: those of the screen.
    var records: CopiedRecords?
    /// Where the palette was opened, if a command is to act there only.
    var place: Place?

    /// The palette with a beginning that leaves a few entries.
    static func typed(_ text: String, at place: Place? = nil) -> State {
      State(input: TextInput(text, limit: Palette.textLimit), place: place)
    }
    /// The palette with the entries that copy.
    static func copying(_ records: CopiedRecords) -> State {
      var state = typed("copy ")
      state.records = records
      return state
    }
  }

  /// An action of the palette.
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
