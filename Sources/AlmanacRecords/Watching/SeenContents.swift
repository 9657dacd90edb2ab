import Databases

/// The last seen state of a table, which finds the changes since then.
///
/// A value, so that a failing look leaves the state unchanged.
protocol SeenContents: Sendable {
  var table: ListedTable { get }
  /// Whether the last look reported all changes.
  var isWhole: Bool { get }
  /// Takes the present state of the table as seen. Call inside a read.
  mutating func begin(_ db: Database) throws
  /// The changes since the last look, or some of them. Call inside a read.
  mutating func look(_ db: Database) throws -> [RecordEvent]
}
