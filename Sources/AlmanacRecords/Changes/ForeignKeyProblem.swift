// Explains why SQLite can't use a foreign key.
import Databases

extension Database {
  /// Runs `body`. If a foreign key keeps SQLite from compiling a statement, the error names the key: SQLite's own
  /// message only names the missing table, or two tables.
  func namingForeignKeys<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch var error as DatabaseError where error.isOfSchema {
      if let problem = try? foreignKeyProblem(error) { error.message = problem }
      throw error
    }
  }

  /// The fault of the foreign key that caused an error, as the rest of a sentence; nil if none did.
  private func foreignKeyProblem(_ error: DatabaseError) throws -> String? {
    let (noTable, mismatch) = ("no such table: ", "foreign key mismatch - ")
    guard error.message.hasPrefix(noTable) || error.message.hasPrefix(mismatch) else { return nil }
    let shapes = try TableShape.all(self)
    for child in shapes {
      for key in child.foreignKeys {
        let parent = shapes.first { $0.name.isSameName(as: key.parent) && $0.kind != .view }
        if error.message == noTable + key.parent, parent == nil {
          return "a foreign key of \(child.name) names the table \(key.parent), which is not in the file"
        }
        let pair = "\(child.name.sqlName) referencing \(key.parent.sqlName)"
        if error.message == mismatch + pair, let problem = parent?.problem(of: key, from: child) { return problem }
      }
    }
    return nil
  }
}

extension TableShape {
  /// The reason that SQLite can't look up the parent of a foreign key in this table, as the rest of a sentence; nil if
  /// it can.
  fileprivate func problem(of key: ForeignKey, from child: TableShape) -> String? {
    let columns = key.parentColumns.isEmpty ? primaryKey : key.parentColumns
    let beginning = "a foreign key of \(child.name) names"
    if columns.isEmpty { return "\(beginning) \(name), which has no primary key" }
    if let missing = columns.first(where: { name in !self.columns.contains { $0.name.isSameName(as: name) } }) {
      return "\(beginning) \(missing) of \(name), and there is no such column"
    }
    if columns.count != key.columns.count {
      return "\(beginning) \(name) by \(key.columns.inWords), and the primary key there is \(columns.inWords)"
    }
    return isUnique(columns) ? nil : "\(beginning) \(columns.inWords) of \(name), without PRIMARY KEY or UNIQUE there"
  }

  /// Whether SQLite knows that no two records are equal in these columns.
  private func isUnique(_ names: [String]) -> Bool {
    if names.count == 1, columns.contains(where: { $0.name.isSameName(as: names[0]) && identity == .rowID($0.name) }) {
      return true
    }
    return indexes.contains { index in
      index.isUnique && !index.isPartial && index.parts.count == names.count
        && names.allSatisfy { name in
          let collation = columns.first { $0.name.isSameName(as: name) }?.collation ?? "BINARY"
          return index.parts.contains {
            $0.column?.isSameName(as: name) == true && $0.collation.isSameName(as: collation)
          }
        }
    }
  }
}
