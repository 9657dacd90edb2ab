// Changes of the schema, from the rows in which the file keeps it.

import WriteAheadLogs

extension SchemaChange {
  /// What the changed rows of the schema tell. What SQLite makes by itself is left out, and so are the tables in which a
  /// module keeps what it holds, where the same commit made or dropped the module's own.
  static func all(_ rows: [RowChange], _ encoding: TextEncoding) -> [SchemaChange] {
    let definitions = rows.map { (old: Definition($0.old, encoding), new: Definition($0.new, encoding)) }
    // VACUUM gives them other pages and other rows, and changes none.
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

    /// `nil` of a row that is not there.
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
