import Containers
import Databases
import LiveQueries
import Stores

/// Runs a reducer whose records are in a database of their own.
struct OnOwnDatabase<Base: Reducer>: Reducer {
  let base: Base
  /// The database; `nil`: the shown file.
  let database: (Base.State) -> SQLiteConnection?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let database = database(state) else { return base.reduce(into: &state, action: action) }
    return base.dependency(\.defaultDatabase, database).reduce(into: &state, action: action)
  }
}
