/// The sign of a change, in the list of changes, in the history of a record and in `diff`.
public enum ChangeSign: String, Sendable {
  /// A row or an object of the schema was added.
  case added = "+"
  /// It was changed.
  case changed = "~"
  /// It was deleted.
  case deleted = "-"
  /// Which rows have changed is not known.
  case unknown = "?"
}
