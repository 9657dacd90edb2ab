import AlmanacRecords
import Databases

/// An error in words that fit into a sentence, behind a colon.
func sentence(_ error: any Error) -> String {
  if let error = error as? DatabaseError { return error.taken ?? error.message }
  if let conflict = error as? ChangeConflict {
    return "someone else has changed record \(conflict.id) of \(conflict.table) since"
  }
  let text = "\(error)"
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}

extension DatabaseError {
  /// What is taken already, where that is what is wrong: SQLite names the table and the column.
  fileprivate var taken: String? {
    let prefix = "UNIQUE constraint failed: "
    guard isConstraint, message.hasPrefix(prefix) else { return nil }
    let names = message.dropFirst(prefix.count).split(separator: ".")
    return names.count == 2 ? "another record of \(names[0]) has the same \(names[1])" : nil
  }
}
