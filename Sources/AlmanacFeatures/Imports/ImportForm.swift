// The form of an import: what the file says, as it will be read, and the table that it will make.
//
//   :import PATH ──> the whole source is read ──> its columns and their types ──Ctrl-S──> the import
//        another sign or encoding ──> read again ──┘
public import AlmanacRecords
import Containers
import Databases
public import Stores

/// The feature of the form.
@Reducer
public struct ImportForm {
  /// The longest text of a field, in bytes.
  static var textLimit: Int { 1000 }

  /// An action of the form.
  @CasePathable
  public enum Action: Sendable {
    /// The form was opened.
    case opened
    /// Keys go to another field.
    case moved(by: Int)
    /// The text of the field in focus was edited.
    case edited(TextEdit)
    /// The field in focus gets its next choice: an encoding, or the type of a column.
    case choiceKeyPressed
    /// So many records were read so far.
    case progressed(ImportReport)
    /// The source was read.
    case surveyed(SourceSurvey)
    /// The source could not be read, as a sentence says.
    case failed(String)
    /// The person wants the import.
    case submitted
  }

  private enum EffectName: Hashable { case survey }

  /// Makes the reducer of the form.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened: return survey(&state)
      case .moved(let count): state.move(by: count)
      case .edited(let edit): return state.edit(edit) ? survey(&state) : .none
      case .choiceKeyPressed: return state.choose() ? survey(&state) : .none
      case .progressed(let report): state.reading = report
      case .surveyed(let survey): state.take(survey)
      case .failed(let sentence): (state.reading, state.problem) = (nil, sentence)
      case .submitted: break
      }
      return .none
    }
  }

  /// Reads the source as the form says now, unless its signs make no sense.
  private func survey(_ state: inout State) -> Effect<Action> {
    do {
      try state.readSigns()
    } catch {
      (state.reading, state.problem) = (nil, "\(error)")
      return .cancel(id: EffectName.survey)
    }
    (state.reading, state.problem) = (.begun, nil)
    let name = state.name
    return .run { [order = state.order] send in
      let (progress, teller) = AsyncStream<ImportReport>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let telling = Task { for await report in progress { await send(.progressed(report)) } }
      defer { telling.cancel() }
      var order = order
      let survey = try await order.survey { teller.yield($0) }
      teller.finish()
      await telling.value
      await send(.surveyed(survey))
    } catch: { error, send in
      await send(.failed("Not read: \(error.sentenceOfImport(of: name))."))
    }.cancellable(id: EffectName.survey, cancelInFlight: true)
  }
}

extension Error {
  /// Why a file can't be imported, as the rest of a sentence.
  func sentenceOfImport(of name: String) -> String {
    switch self {
    case let failure as LineFailure: failure.clause(of: name)
    case let error as SystemCallError: "\(name) can't be read: \(error.reason)"
    default: sentence(self)
    }
  }
}
