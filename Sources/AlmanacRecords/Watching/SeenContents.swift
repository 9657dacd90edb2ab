import Databases

/// What was last seen of a table, and tells what has changed since.
///
/// A value, so that a look that fails leaves what was seen as it was.
protocol SeenContents: Sendable {
  var table: ListedTable { get }
  /// Whether the last look has reported everything.
  var isWhole: Bool { get }
  /// Takes the table as it is for what was seen. Inside a read.
  mutating func begin(_ db: Database) throws
  /// What has changed since the last look, or some of it. Inside a read.
  mutating func look(_ db: Database) throws -> [RecordEvent]
}
