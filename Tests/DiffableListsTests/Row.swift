// The item in the lists of this module's tests.

/// A row with an identity and a content.
struct Row: Identifiable, Equatable, Sendable {
  var id: Int
  var content = 0
}

extension Sequence<Int> {
  /// A row for each identity.
  var rows: [Row] { map { Row(id: $0) } }
}
