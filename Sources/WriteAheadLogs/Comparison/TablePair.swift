// The same table before and after.

/// A table before and after a commit; nil if it did not exist.
struct TablePair {
  /// The index of the old table in the map.
  var oldPlace: Int?
  var old: TableTree?
  var new: TableTree?

  /// The table that the change set names.
  var shown: TableTree? { new ?? old }

  /// Pairs the old and new tables that are the same.
  ///
  /// A table keeps its name, or everything but its name. In the second case nothing has written its root, as DROP and
  /// CREATE would. A table that was dropped and created again in another shape counts as two tables.
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
  /// Whether this is the same table as one of the same name. ALTER TABLE changes the declaration but not the row in the
  /// schema; VACUUM changes only the row.
  fileprivate func continues(as new: TableTree) -> Bool {
    hasRowIDs == new.hasRowIDs && keyCount == new.keyCount && (sql == new.sql || schemaRowID == new.schemaRowID)
  }

  fileprivate func isRenamed(to new: TableTree) -> Bool {
    hasRowIDs == new.hasRowIDs && schemaRowID == new.schemaRowID
      && TableDeclaration(sql).isAlikeButForName(TableDeclaration(new.sql))
  }
}
