// Schema changes, from the rows that hold the schema in the file.

import WriteAheadLogs

extension SchemaChange {
  /// The schema changes of changed schema rows. Leaves out what SQLite creates itself, and the tables in which a module
  /// keeps its data if the same commit created or dropped the module's own table.
  static func all(_ rows: [RowChange], _ encoding: TextEncoding) -> [SchemaChange] {
    let definitions = rows.map { (old: Definition($0.old, encoding), new: Definition($0.new, encoding)) }
    // VACUUM moves them to other pages and rows without changing them.
    let kept = Set(definitions.compactMap(\.old)).intersection(definitions.compactMap(\.new))
    let changes = definitions.flatMap { old, new -> [SchemaChange] in
      let (old, new) = (kept.contains(old) ? nil : old, kept.contains(new) ? nil : new)
      if let old, let new, old.type == new.type { return [new.change(from: old)] }
      return [old?.dropped, new?.made].compactMap(\.self)
    }
    let modules = changes.filter { ($0.definition ?? $0.formerDefinition)?.isOfVirtualTable == true }.map {
      $0.name + "_"
    }
    return changes.filter { change in
      !change.name.hasPrefix("sqlite_") && !modules.contains { change.table.hasPrefix($0) }
    }
  }

  /// A row of the schema, without the root page.
  private struct Definition: Hashable {
    var type: String
    var name: String
    var table: String
    var sql: String

    /// Nil for a missing row.
    init?(_ values: [RecordValue]?, _ encoding: TextEncoding) {
      guard let values, values.count >= 5 else { return nil }
      func text(_ value: RecordValue) -> String {
        if case .text(let bytes) = value { encoding.value(bytes).repairedString ?? "" } else { "" }
      }
      (type, name, table, sql) = (text(values[0]), text(values[1]), text(values[2]), text(values[4]))
    }

    var made: SchemaChange {
      SchemaChange(type: type, name: name, table: table, formerDefinition: nil, definition: sql)
    }

    var dropped: SchemaChange {
      SchemaChange(type: type, name: name, table: table, formerDefinition: sql, definition: nil)
    }

    func change(from old: Definition) -> SchemaChange {
      SchemaChange(
        type: type, name: name, table: table, formerName: old.name == name ? nil : old.name, formerDefinition: old.sql,
        definition: sql)
    }
  }
}

extension Set {
  fileprivate func contains(_ element: Element?) -> Bool { element.map { contains($0) } ?? false }
}

extension String {
  fileprivate var isOfVirtualTable: Bool { lowercasedASCII.hasPrefix("create virtual table") }
}
