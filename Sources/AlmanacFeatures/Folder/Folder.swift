// The list of the databases of a folder, from which the person opens one.
//
//   reading ──> entries ──Enter──> chosen          Esc, q ──> left
//      └─ fails ──> a sentence
import AlmanacRecords
import Stores
import Terminals

/// The feature of a folder.
@Reducer
struct Folder {
  static var textLimit: Int { 4096 }

  @ObservableState
  struct State: Equatable {
    enum Ending: Equatable {
      /// The person opens the file with this name.
      case chosen(String)
      case left
    }

    /// The databases; `nil` while they are being read.
    var entries: [DatabaseFolder.Entry]?
    /// What is wrong with the folder, or with the file that was chosen last.
    var problem: String?
    var search = TextInput(limit: Folder.textLimit)
    /// Whether keys are text of the search.
    var isSearchTyped = false
    /// The name of the entry with the cursor.
    var chosen: String?
    var ending: Ending?

    /// The databases whose names have all words of the search.
    var matching: [DatabaseFolder.Entry] {
      let words = SearchFold.fold(search.text).split(whereSeparator: \.isWhitespace)
      return (entries ?? []).filter { entry in
        let name = SearchFold.fold(entry.name)
        return words.allSatisfy { name.contains($0) }
      }
    }

    /// The place of the cursor among the matching ones.
    var place: Int { matching.firstIndex { $0.name == chosen } ?? 0 }
  }

  @CasePathable
  enum Action: Sendable {
    /// The folder has these databases.
    case read([DatabaseFolder.Entry])
    /// The folder can't be read, or the chosen file can't be opened, as a sentence says.
    case failed(String)
    /// The cursor goes to a place of the list.
    case moved(to: Int)
    case searchKeyPressed
    case searchEdited(TextEdit)
    case searchKept
    case openKeyPressed
    /// Esc: clears the search, otherwise leaves.
    case escapeKeyPressed
    case leaveKeyPressed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .read = action {} else { state.problem = nil }
      switch action {
      case .read(let entries): state.entries = entries
      case .failed(let sentence):
        (state.problem, state.ending) = (sentence, nil)
        state.entries = state.entries ?? []
      case .moved(let place):
        let matching = state.matching
        if !matching.isEmpty { state.chosen = matching[min(max(0, place), matching.count - 1)].name }
      case .searchKeyPressed: state.isSearchTyped = true
      case .searchEdited(let edit):
        state.search.apply(edit)
        let matching = state.matching
        if !matching.contains(where: { $0.name == state.chosen }) {
          state.chosen = matching.first?.name ?? state.chosen
        }
      case .searchKept: state.isSearchTyped = false
      case .openKeyPressed:
        let (matching, place) = (state.matching, state.place)
        if matching.indices.contains(place) {
          state.ending = .chosen(matching[place].name)
        }
      case .escapeKeyPressed:
        guard state.isSearchTyped || !state.search.isEmpty else {
          state.ending = .left
          break
        }
        state.isSearchTyped = false
        state.search = TextInput(limit: Self.textLimit)
      case .leaveKeyPressed: state.ending = .left
      }
      return .none
    }
  }
}
