// Which ALTER TABLE has given a table another definition.

extension SchemaChange {
  /// The statement that changes the former definition of a table into the present one; `nil` where no ALTER TABLE by itself
  /// does.
  public var alteration: String? { former?.alteration(to: present) }

  /// The statement that takes that back. A column that was dropped comes back as the last one. `nil` where there is none.
  public var inverseAlteration: String? {
    guard let former, let present else { return nil }
    if let exact = present.alteration(to: former) { return exact }
    return former.alteration(to: present) == nil ? nil : present.addition(of: former)
  }

  /// Whether a statement makes what it stands for in the schema, and does nothing besides: a hostile file may have put any
  /// other in its place or behind it, which another program would run.
  public func isDefinition(_ sql: String) -> Bool {
    let start = sql.prefix(24).uppercased()
    let kinds = [
      "table": ["CREATE TABLE ", "CREATE VIRTUAL TABLE "], "index": ["CREATE INDEX ", "CREATE UNIQUE INDEX "],
      "view": ["CREATE VIEW "], "trigger": ["CREATE TRIGGER "],
    ]
    guard kinds[type]?.contains(where: start.hasPrefix) == true, sql.isOneStatement else { return false }
    guard start.hasPrefix("CREATE TABLE ") else { return true }
    return (try? ScratchTable(sql, name: name, encoding: .utf8)) != nil
  }

  private var former: TableDefinition? {
    guard type == "table", definition != nil else { return nil }
    return formerDefinition.map { TableDefinition(name: formerName ?? name, sql: $0) }
  }
  private var present: TableDefinition? { definition.map { TableDefinition(name: name, sql: $0) } }
}

/// A table as the schema has it.
private struct TableDefinition {
  var name: String
  var sql: String

  /// Two definitions do not say which statement was between them. But SQLite does: each that may have been is tried on the
  /// first one, in memory, and must give the second to the letter, but for the quotes around a new name.
  func alteration(to new: TableDefinition?) -> String? {
    guard let new, let before = columns, let after = new.columns else { return nil }
    return candidates(before, new, after).first { statement in
      guard let sql = definition(after: statement, as: new.name) else { return false }
      return sql == new.sql || name != new.name && Self.withoutQuotes(sql) == Self.withoutQuotes(new.sql)
    }
  }

  /// The statement that adds the column which `old` has besides, behind the others; without it there must be this again.
  func addition(of old: TableDefinition) -> String? {
    guard let before = columns, let after = old.columns, after.count == before.count + 1 else { return nil }
    return candidates(before, old, after).first { statement in
      guard let sql = definition(after: statement, as: name),
        let drop = candidates(after, self, before).first
      else { return false }
      return TableDefinition(name: name, sql: sql).definition(after: drop, as: name) == self.sql
    }
  }

  private func definition(after statement: String, as name: String) -> String? {
    try? ScratchTable(sql, name: self.name, encoding: .utf8).definition(after: statement, name: name)
  }

  private static func withoutQuotes(_ sql: String) -> String { sql.filter { $0 != "\"" } }

  private var columns: [String]? {
    let columns = try? ScratchTable(sql, name: name, encoding: .utf8).shape().columns
    return columns?.map { $0[1].repairedString ?? "" }
  }

  private func candidates(_ before: [String], _ new: TableDefinition, _ after: [String]) -> [String] {
    let alter = "ALTER TABLE \(name.sqlName)"
    if name != new.name { return ["\(alter) RENAME TO \(new.name.sqlName)"] }
    let (gone, come) = (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
    switch (gone.count, come.count) {
    case (0, 1): return addedTexts(in: new).map { "\(alter) ADD COLUMN \($0)" }
    case (1, 0): return ["\(alter) DROP COLUMN \(gone[0].sqlName)"]
    case (1, 1):
      // SQLite writes the name as the statement had it, in quotes or without.
      let names = [come[0].sqlName] + (come[0].isPlainName ? [come[0]] : [])
      return names.map { "\(alter) RENAME COLUMN \(gone[0].sqlName) TO \($0)" }
    default: return []
    }
  }

  /// What may have been added behind the last column, with a comma before it. Where the text goes on as the column begins,
  /// there are several places.
  private func addedTexts(in new: TableDefinition) -> [String] {
    let (old, new) = (Array(sql.unicodeScalars), Array(new.sql.unicodeScalars))
    let length = new.count - old.count
    guard length > 2 else { return [] }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    guard old.count - end <= start else { return [] }
    return (max(0, old.count - end)...start).reversed().compactMap { place in
      let text = new[place..<place + length]
      guard text.starts(with: ", ".unicodeScalars) else { return nil }
      return String(String.UnicodeScalarView(text.dropFirst(2)))
    }
  }
}

extension String {
  /// Whether it can stand in a statement without quotes, keywords aside.
  fileprivate var isPlainName: Bool {
    let isLetter = { (byte: UInt8) in byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20) }
    return utf8.first.map(isLetter) == true && utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }
}
