// The same table before and after.

/// A table before and after a commit: `nil` where there was none.
struct TablePair {
  /// The place of the old table in the map.
  var oldPlace: Int?
  var old: TableTree?
  var new: TableTree?

  /// The table as the change set names it.
  var shown: TableTree? { new ?? old }

  /// Says which old and new tables are the same.
  ///
  /// A table keeps its name, or everything but its name: then nothing wrote its root, which DROP and CREATE do. One that
  /// was dropped and made again in another shape is two tables.
  static func all(old: [TableTree], new: [TableTree], touched: PageMarks) -> [TablePair] {
    var placesByName: [String: Int] = [:]
    var placesByRoot: [UInt32: Int] = [:]
    for (place, table) in old.enumerated() {
      placesByName[table.name] = place
      placesByRoot[table.root] = place
    }
    var isTaken = Array(repeating: false, count: old.count)
    var pairs: [TablePair] = []
    var rest: [TableTree] = []
    for table in new {
      if let place = placesByName[table.name], !isTaken[place], old[place].continues(as: table) {
        isTaken[place] = true
        pairs.append(TablePair(oldPlace: place, old: old[place], new: table))
      } else {
        rest.append(table)
      }
    }
    for table in rest {
      if let place = placesByRoot[table.root], !isTaken[place], !touched.contains(table.root),
        old[place].isRenamed(to: table)
      {
        isTaken[place] = true
        pairs.append(TablePair(oldPlace: place, old: old[place], new: table))
      } else {
        pairs.append(TablePair(new: table))
      }
    }
    for (place, table) in old.enumerated() where !isTaken[place] {
      pairs.append(TablePair(oldPlace: place, old: table))
    }
    return pairs
  }
}

extension TableTree {
  /// Whether this is the same table as one of the same name. ALTER TABLE changes the declaration but not the place in
  /// the schema; VACUUM changes the place only.
  fileprivate func continues(as new: TableTree) -> Bool {
    hasRowIDs == new.hasRowIDs && keyCount == new.keyCount && (sql == new.sql || schemaRowID == new.schemaRowID)
  }

  fileprivate func isRenamed(to new: TableTree) -> Bool {
    hasRowIDs == new.hasRowIDs && schemaRowID == new.schemaRowID
      && TableDeclaration(sql).isAlikeButForName(TableDeclaration(new.sql))
  }
}
