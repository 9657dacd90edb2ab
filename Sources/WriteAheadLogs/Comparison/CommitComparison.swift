// Two states of a file compared: which rows differ.

/// Compares two neighbouring states of a file, on the pages that were written between them.
///
/// It goes down the changed trees, merges the rows that it finds there, and then accounts for every other written page:
/// one that nothing explains may belong to an overflow chain whose leaf was not written.
final class CommitComparison {
  let old: any PageVersions
  let new: any PageVersions
  let map: TreeMap
  let touched: PageMarks
  /// Whether `touched` has every page that was written; otherwise it has those whose bytes are others now.
  let touchesAreWrites: Bool
  let scratch: Scratch
  /// Who owns each page of an overflow chain, where that was needed before.
  var owners: OverflowOwners
  /// How many bytes of values there is still room for.
  var budget: Int
  /// How many pages a search for the owners of overflow pages may read.
  let scanLimit: Int

  /// All tables, where the schema changed; otherwise each table is its own pair.
  private var pairs: [TablePair]?
  private(set) var schemaChanged = false
  private var newTables: [TableTree]?
  /// The rows by the number of the pair, and the pairs in the order of their first row.
  var rows: [Int: [RowChange]] = [:]
  /// Cells with an overflow chain that are alike before and after: the chain itself may have been written.
  var alikeCells: [(pair: Int, page: UInt32, cell: Cell)] = []
  /// Pages that nothing explains yet.
  let unexplained: UnexplainedPages
  var cellsOfPage: [Cell] = []
  /// The pages that left the trees of tables.
  private(set) var removed: [UInt32] = []

  /// What one comparison after the other uses.
  final class Scratch {
    let dirty = DirtyPages()
    let marks = TreeDescent.Marks()
    let unexplained = PageMarks()
  }

  init(
    old: any PageVersions, new: any PageVersions, map: TreeMap, touched: PageMarks, touchesAreWrites: Bool,
    scratch: Scratch, owners: OverflowOwners, budget: Int, scanLimit: Int
  ) {
    (self.old, self.new, self.map) = (old, new, map)
    (self.touched, self.touchesAreWrites) = (touched, touchesAreWrites)
    (self.scratch, self.owners) = (scratch, owners)
    (self.budget, self.scanLimit) = (budget, scanLimit)
    unexplained = UnexplainedPages(scratch.unexplained)
  }

  /// The rows that differ. The map moves on to the new state, also when the answer is that they are too many. After any
  /// other error the map must be made again.
  /// - Parameter isWanted: False moves the map only.
  func changes(isWanted: Bool) throws(UnknownReason) -> ChangeSet.Content {
    try scratch.dirty.replace(with: touched, in: map)
    try readSchema()
    // Another table may be all that was in the way.
    if schemaChanged, case .tooFar = owners { owners = .unknown }
    let descent = TreeDescent(
      old: old, new: new, map: map, touched: touched, dirty: scratch.dirty, marks: scratch.marks)
    var parts: [(pair: Int, parts: TreeParts)] = []
    for number in changedPairs { parts.append((number, try descent.parts(of: pair(number), number: number))) }
    removed = descent.removed
    defer { map.update(removed: descent.removed, children: descent.children, tables: newTables) }
    guard isWanted || owners.map != nil else { return .rows([]) }
    do throws(UnknownReason) {
      try findUnexplained()
      for (number, parts) in parts {
        if pair(number).shown?.hasRowIDs == true {
          try mergeRowIDs(number, parts)
        } else {
          try mergeKeys(number, parts)
        }
      }
      try explainTheRest()
    } catch .tooLarge {
      if case .known = owners { owners = .unknown }
      return .unknown(isWholeFileNew ? .renumbered : .tooLarge)
    }
    return .rows(tableRows)
  }

  /// Whether the commit wrote the whole file, as VACUUM does.
  private var isWholeFileNew: Bool { schemaChanged && touched.pages.count >= Int(new.pageCount) - 1 }

  private func readSchema() throws(UnknownReason) {
    let isWritten = scratch.dirty.hasTable(0)
    guard old.format.schemaCookie != new.format.schemaCookie || isWritten else { return }
    if old.format.schemaCookie == new.format.schemaCookie, scratch.dirty.children(of: 1).isEmpty,
      try new.page(1).isEqual(old.page(1), from: 100)
    {
      return
    }
    let tables = try TableTree.all(in: new)
    schemaChanged = old.format.schemaCookie != new.format.schemaCookie || tables != map.tables
    newTables = tables
    pairs = TablePair.all(old: map.tables, new: tables, touched: touched)
  }

  /// The numbers of the pairs whose trees have to be compared.
  private var changedPairs: [Int] {
    guard let pairs else { return scratch.dirty.tables.filter { $0 != 0 }.sorted() }
    return pairs.indices.filter { number in
      let pair = pairs[number]
      return pair.old?.root != pair.new?.root || pair.oldPlace.map(scratch.dirty.hasTable) == true
    }
  }

  func pair(_ number: Int) -> TablePair {
    if let pairs { return pairs[number] }
    let table = map.tables[number]
    return TablePair(oldPlace: number, old: table, new: table)
  }

  /// The number of the pair of an old table.
  func pairNumber(ofOldPlace place: Int) -> Int? {
    pairs.map { pairs in pairs.firstIndex { $0.oldPlace == place } } ?? place
  }

  private var tableRows: [TableRows] {
    rows.keys.sorted().compactMap { number in
      guard let table = pair(number).shown, var rows = rows[number], !rows.isEmpty else { return nil }
      if table.hasRowIDs, !rows.indices.dropFirst().allSatisfy({ (rows[$0 - 1].rowID ?? 0) < (rows[$0].rowID ?? 0) }) {
        rows.sort { ($0.rowID ?? 0) < ($1.rowID ?? 0) }
      }
      return TableRows(
        table: table.name, hasRowIDs: table.hasRowIDs, definition: pair(number).new?.sql,
        formerDefinition: pair(number).old?.sql, rows: rows)
    }
  }
}
