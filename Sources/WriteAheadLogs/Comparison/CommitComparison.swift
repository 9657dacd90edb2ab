// Compares two states of a file and finds the rows that differ.

/// Compares two neighbouring states of a file, on the pages that were written between them.
///
/// It descends the changed trees, merges their rows, and then explains every other written page: an unexplained one may
/// belong to an overflow chain whose leaf was not written.
final class CommitComparison {
  let old: any PageVersions
  let new: any PageVersions
  let map: TreeMap
  let touched: PageMarks
  let scratch: Scratch
  /// The owners of overflow pages, if they were needed before.
  var owners: OverflowOwners
  var limits: Limits

  /// All tables, if the schema changed; otherwise each table is its own pair.
  private var pairs: [TablePair]?
  private(set) var schemaChanged = false
  /// The changed rows by pair number.
  var rows: [Int: [RowChange]] = [:]
  /// Cells with an overflow chain that are alike before and after: the chain itself may have been written.
  var alikeCells: [(pair: Int, page: UInt32, cell: Cell)] = []
  /// Pages that nothing explains yet.
  let unexplained: UnexplainedPages
  var cellsOfPage: [Cell] = []
  /// The pages that left the trees of tables.
  private(set) var removed: [UInt32] = []

  /// The limits of a comparison.
  struct Limits {
    /// Whether `touched` has every written page; otherwise it has those whose bytes differ now.
    let touchesAreWrites: Bool
    /// The number of bytes of values that are still allowed.
    var budget: Int
    /// The maximum number of pages to read to find the owners of overflow pages.
    let scanLimit: Int
  }

  /// Memory that consecutive comparisons reuse.
  final class Scratch {
    let dirty = DirtyPages()
    let marks = TreeDescent.Marks()
    let unexplained = PageMarks()
  }

  init(
    old: any PageVersions, new: any PageVersions, map: TreeMap, touched: PageMarks, scratch: Scratch,
    owners: OverflowOwners, limits: Limits
  ) {
    (self.old, self.new, self.map) = (old, new, map)
    (self.touched, self.scratch, self.owners, self.limits) = (touched, scratch, owners, limits)
    unexplained = UnexplainedPages(scratch.unexplained)
  }

  /// Finds the rows that differ. The map advances to the new state, also if the rows are too many. After any other
  /// error the map must be rebuilt.
  /// - Parameter isWanted: False only advances the map.
  func changes(isWanted: Bool) throws(UnknownReason) -> ChangeSet.Content {
    try scratch.dirty.replace(with: touched, in: map)
    let newTables = try readSchema()
    // The obstacle may have been another table.
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

  /// Whether the commit has written the whole file, as VACUUM does.
  private var isWholeFileNew: Bool { schemaChanged && touched.pages.count >= Int(new.pageCount) - 1 }

  /// Pairs all tables if the schema has changed. Returns the new ones then.
  private func readSchema() throws(UnknownReason) -> [TableTree]? {
    let isWritten = scratch.dirty.hasTable(0)
    guard old.format.schemaCookie != new.format.schemaCookie || isWritten else { return nil }
    if old.format.schemaCookie == new.format.schemaCookie, scratch.dirty.children(of: 1).isEmpty,
      try new.page(1).isEqual(old.page(1), from: 100)
    {
      return nil
    }
    let tables = try TableTree.all(in: new)
    schemaChanged = old.format.schemaCookie != new.format.schemaCookie || tables != map.tables
    pairs = TablePair.all(old: map.tables, new: tables, touched: touched)
    return tables
  }

  /// The numbers of the pairs whose trees must be compared.
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
