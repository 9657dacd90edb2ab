// What the file says of one table: columns, indexes, references, statements and sizes.
//
//   I, :schema ──> the description, again when the schema changes
//            └──> each page of the table is read on a reader, of a large file after r ──> sizes ──> r: again
public import AlmanacRecords
import Containers
import Databases
import LiveQueries
public import Stores

/// The feature of a table's schema.
@Reducer
public struct Schema {
  @ObservableState
  public struct State: Equatable {
    /// The name of the table.
    let table: String
    /// The description; `nil` until it is read, and if the table is gone.
    @Fetch var description: TableDescription?
    /// The sizes of its parts.
    fileprivate(set) var sizes = Sizes.unasked

    /// Reads the description of a table.
    init(of table: String) {
      self.table = table
      _description = Fetch(wrappedValue: nil, TableDescription.Query(table))
    }
  }

  /// The bytes of the largest file whose sizes are read without being asked for: without a log no program can write
  /// meanwhile.
  static let readAtOnce = 64 << 20

  /// What is known of the sizes.
  enum Sizes: Equatable {
    /// They are read after `r` only.
    case unasked
    case unknown
    case known(TableSizes)
    /// Why they are not known.
    case failed(String)
  }

  /// An action of the schema of a table.
  @CasePathable
  public enum Action: Sendable {
    /// Read the sizes.
    case sizesWanted
    /// The sizes were read.
    case measured(TableSizes)
    /// The sizes could not be read, as a sentence says.
    case failed(String)
  }

  private enum EffectName: Hashable { case measuring }

  @Dependency(\.defaultDatabase) private var database

  /// Makes the reducer of the schema.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .sizesWanted:
        state.sizes = .unknown
        return .run { [database, table = state.table] send in
          await send(.measured(try await database.read { try TableSizes(of: table, $0) }))
        } catch: { error, send in
          await send(.failed("The sizes can't be read: \(sentence(error))."))
        }
        .cancellable(id: EffectName.measuring, cancelInFlight: true)
      case .measured(let sizes):
        state.sizes = .known(sizes)
        return .none
      case .failed(let sentence):
        state.sizes = .failed(sentence)
        return .none
      }
    }
  }
}
