// Writing a value of a record to a separate file.
//
//   w ──> the dialog, with a name ──> Enter ──> written ──> the dialog closes, the message says what was written
//                                         └──> not written: the dialog says why, and keeps the name
public import AlmanacRecords
import Containers
public import Databases
import Dispatch
import LiveQueries
public import Stores

/// The feature of writing a value to a file.
@Reducer
public struct ValueSaving {
  /// The most bytes of a path.
  static var textLimit: Int { 4096 }

  @ObservableState
  public struct State: Equatable {
    /// The column of the value.
    public let column: String
    /// The value, or its beginning.
    public let value: ExactValue
    /// The place of the whole value in the file, if `value` has only its beginning.
    public let stored: LongValue?
    /// The path of the file.
    public var path = TextInput(limit: ValueSaving.textLimit)
    /// Whether the value is being written.
    public var isWriting = false
    /// Why nothing was written.
    public var failure: String?

    /// Asks for the file to write a value to.
    public init(column: String, value: ExactValue, stored: LongValue? = nil) {
      (self.column, self.value, self.stored) = (column, value, stored)
      path.insert(Self.name(column, value))
    }

    /// A proposed name for the file, in the current folder.
    private static func name(_ column: String, _ value: ExactValue) -> String {
      let letters = column.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? $0 : "_" }
      let name = String(String.UnicodeScalarView(letters.prefix(40)))
      var end = "txt"
      if case .blob(let bytes) = value {
        end = ValueKind(Array(bytes.prefix(ValueKind.startLength)), count: bytes.count).fileExtension
      }
      return "\(name.isEmpty ? "value" : name).\(end)"
    }
  }

  /// An action of the dialog.
  @CasePathable
  public enum Action: Sendable {
    /// The path was edited.
    case edited(TextEdit)
    /// Enter was pressed.
    case enterKeyPressed
    /// Esc was pressed.
    case escapeKeyPressed
    /// The value was written, with the size of the file in bytes.
    case written(Int, path: String)
    /// The value could not be written, with the reason.
    case failed(String)
    /// The person cancelled the dialog.
    case cancelled
  }

  @Dependency(\.defaultDatabase) var database

  /// Makes the reducer of the dialog.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edited(let edit):
        guard !state.isWriting else { return .none }
        state.path.apply(edit)
        state.failure = nil
        return .none
      case .enterKeyPressed:
        let path = state.path.text.trimmedOfWhitespace
        guard !state.isWriting, !path.isEmpty else { return .none }
        state.isWriting = true
        state.failure = nil
        return .run { [database, value = state.value, stored = state.stored] send in
          let count =
            if let stored {
              try await database.read { db in try stored.write(to: path, db) }
            } else {
              try await Self.write(value, to: path)
            }
          await send(.written(count, path: path))
        } catch: { error, send in
          let isOfFile = error is NewFile.Failure
          await send(.failed(isOfFile ? "\(error)" : "The value can't be read: \(sentence(error))."))
        }
      case .failed(let failure):
        (state.isWriting, state.failure) = (false, failure)
        return .none
      case .escapeKeyPressed: return state.isWriting ? .none : .send(.cancelled)
      case .written, .cancelled: return .none
      }
    }
  }

  /// Writes on a thread that may block.
  private static func write(_ value: ExactValue, to path: String) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try ValueFile.write(value, to: path) })
      }
    }
  }
}
