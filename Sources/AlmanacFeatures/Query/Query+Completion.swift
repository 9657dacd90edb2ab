// Completing names in the text: Tab lists what can be written at the cursor.
//
//   the text is typed ──> the file's names are read ──> Tab ──> one: written; several: a list ──Enter──> written
public import AlmanacRecords
import LiveResults
import Stores

/// The completion of the text.
struct QueryCompletion: Equatable {
  /// The list of what can be written.
  struct List: Equatable {
    var completion: Completion
    var chosen = 0
  }

  /// The names of the file; `nil` until they have been read.
  var names: QueryNames?
  /// The open list; it is never empty.
  var list: List?
  /// Whether Tab was pressed before the names were read.
  var isAwaited = false
}

extension Query {
  /// A key of the completion, or what it needs.
  public enum CompletionAction: Sendable {
    /// The key that completes was pressed.
    case keyPressed
    /// Another entry of the list is chosen.
    case moved(by: Int)
    /// The chosen entry is written.
    case taken
    /// The list is closed.
    case closed
    /// The tables of the file have changed.
    case namesNeeded
    /// The names of the file were read.
    case namesRead(QueryNames)
  }

  func reduce(_ action: CompletionAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .keyPressed:
      guard state.completion.names != nil else {
        state.completion.isAwaited = true
        return readNames(state)
      }
      return .merge(complete(&state), readNames(state))
    case .moved(let count):
      guard let list = state.completion.list else { return .none }
      let total = list.completion.candidates.count
      // The only one is written, as without the list.
      if total == 1 {
        take(list.completion, 0, &state)
        return .none
      }
      state.completion.list?.chosen = (list.chosen + count + total) % total
      return .none
    case .taken:
      guard let list = state.completion.list else { return .none }
      take(list.completion, list.chosen, &state)
      return .none
    case .closed:
      state.completion.list = nil
      return .none
    case .namesNeeded: return readNames(state)
    case .namesRead(let names):
      let (isAwaited, isOpen) = (state.completion.isAwaited, state.completion.list != nil)
      state.completion.names = names
      state.completion.isAwaited = false
      if isOpen { updateList(&state) }
      return isAwaited && state.isTyped ? complete(&state) : .none
    }
  }

  /// Reads the names of the file, unless the known ones are still right.
  func readNames(_ state: State) -> Effect<Action> {
    .run { [database, known = state.completion.names] send in
      guard let names = try await QueryNames.read(database, unless: known) else { return }
      await send.awaited(.completion(.namesRead(names)))
    } catch: { error, send in
      await send(.noted("Nothing can be completed: \(sentence(error))."))
    }
    .cancellable(id: EffectName.names, cancelInFlight: true)
  }

  /// What can be written at the cursor.
  private func completion(_ state: State) -> Completion? {
    guard let names = state.completion.names else { return nil }
    return Completion(state.text.text, at: state.text.bytesBeforeCursor, in: names.schema)
  }

  /// Writes the only candidate, or lists several.
  private func complete(_ state: inout State) -> Effect<Action> {
    guard let completion = completion(state) else { return .none }
    switch completion.candidates.count {
    case 0: return .send(.noted("Nothing completes this."))
    case 1:
      let written = state.text.text
      take(completion, 0, &state)
      if state.text.text == written { return .send(.noted("This name is whole.")) }
    default: state.completion.list = QueryCompletion.List(completion: completion)
    }
    return .none
  }

  /// Follows the text with the open list.
  func updateList(_ state: inout State) {
    guard state.completion.list != nil else { return }
    let completion = completion(state)
    // A word that has ended, or is gone, is not completed any more.
    state.completion.list =
      completion.flatMap { $0.candidates.isEmpty || $0.replaced.isEmpty ? nil : QueryCompletion.List(completion: $0) }
  }

  private func take(_ completion: Completion, _ index: Int, _ state: inout State) {
    state.completion.list = nil
    state.text.replace(completion.replaced, with: completion.candidates[index].text)
    state.mistake = nil
  }
}
