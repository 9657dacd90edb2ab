// An open query: its connection, its plan, and the state of the file that its result shows.

import Databases

/// A query on a private connection. Used by the actor that owns it.
final class OpenQuery {
  let database: Database
  let policy: QueryPolicy
  let text: QueryText
  private(set) var shadows: ShadowDatabase
  private(set) var plan: Plan
  /// What the query reads.
  private(set) var reads: ReadSet
  let traits: QueryTraits
  /// The count of commits of the state that the result shows.
  private(set) var commit: UInt32?
  private(set) var schedule = RunSchedule()
  private var cost: Cost
  private let configuration: LiveResult.Configuration
  /// The state that the open read transaction sees.
  private var reading: UInt32??

  /// Work in operations of SQLite's virtual machine.
  private struct Cost {
    /// The work of the last run of the whole query.
    var ofRun: Int
    /// The work of a changed row in the last step of many rows; nil if it is not known.
    var ofRow: Int?
  }

  /// Opens a connection, checks the query, chooses how to keep it, and reads its result.
  /// - Parameter isOfClock: Whether the query is known to read the clock, though its text does not show it.
  init(
    _ sql: String, on connection: SQLiteConnection, _ configuration: LiveResult.Configuration,
    isOfClock: Bool = false, _ flag: CancellationFlag
  ) throws {
    let policy = QueryPolicy()
    let database = try connection.openPrivately(policy, flag)
    (self.database, self.policy, self.configuration) = (database, policy, configuration)
    (text, shadows, plan, traits, reads, commit, schedule.runTime, cost) =
      try database.withCancellation(flag) {
        try ShadowDatabase.prepare(database)
        let state = try Self.beginRead(database)
        do {
          // First: it settles how joins are planned.
          let shadows = try ShadowDatabase(database, policy)
          shadows.progress = configuration.progress
          defer { shadows.progress = nil }
          let text = try QueryText(sql, configuration.parameters, database, policy)
          let reads = try database.withStatement(text.sql) { $0.compiledReads }
          let functions = policy.functions
          let (tokens, frozen) = try text.tokens.freezing(shadows.quotedValue)
          var plan =
            isOfClock
            ? Self.plan(runningAgain: text, shadows, configuration, because: "the present moment")
            : Self.plan(text, tokens, shadows, configuration)
          if configuration.mustBeOneGroup, plan.upkeep != .live(.groups) { throw QueryError.notKept }
          var run: ReadSet
          let (start, startOfWork) = (ContinuousClock.now, shadows.work)
          do {
            run = try Self.fill(plan, text, database, policy)
          } catch let error where error is NotKept || plan.isOfFirstRows && error as? QueryError == .tooLarge {
            // Some values can't be kept either.
            let reason = (error as? NotKept)?.reason ?? Self.size
            plan = Self.plan(runningAgain: text, shadows, configuration, because: reason)
            run = try Self.fill(plan, text, database, policy)
          }
          let runTime = ContinuousClock.now - start
          try database.commit()
          let traits = QueryTraits(
            text, tokens, frozen: frozen, functions: functions, isOfClock: isOfClock, shadows)
          let all = Self.reads(run.union(reads), joinsByNames: traits.joinsByNames, shadows)
          if all.tables.isEmpty {
            if traits.readsAll {
              plan.upkeep = .again(reason: "a question about the file")
            } else if frozen.isEmpty, !traits.readsClock {
              plan.upkeep = .constant
            }
          }
          return (text, shadows, plan, traits, all, state, runTime, Cost(ofRun: shadows.work - startOfWork))
        } catch {
          database.rollBack()
          throw error
        }
      }
    planRuns()
  }

  /// Chooses how to keep a query. What can't be kept runs again.
  static func plan(
    _ text: QueryText, _ tokens: [Token], _ shadows: ShadowDatabase, _ configuration: LiveResult.Configuration
  ) -> Plan {
    let reason: String
    do {
      let planner = Planner(shadows: shadows, reserve: configuration.reserve)
      let plan = try configuration.rowLimit.map { try planner.plan(tokens, first: $0) } ?? planner.plan(tokens)
      if !configuration.trust.isLost(in: plan.upkeep) { return plan }
      reason = "a wrong result of a query that was kept in the same way"
    } catch let error as NotKept {
      reason = configuration.rowLimit == nil ? error.reason : size
    } catch {
      reason = "a form that Almanac does not understand"
    }
    return plan(runningAgain: text, shadows, configuration, because: reason)
  }

  /// Why a query runs again if the result is too large to be kept.
  private static let size = "the size of the result"

  private static func plan(
    runningAgain text: QueryText, _ shadows: ShadowDatabase, _ configuration: LiveResult.Configuration,
    because reason: String
  ) -> Plan {
    Plan(
      sql: text.sql, upkeep: .again(reason: reason),
      query: RerunRows(text.sql, rowLimit: configuration.rowLimit, shadows), stacks: [], width: text.columns.count)
  }

  /// Reads the whole result. Returns what the statements have read.
  private static func fill(
    _ plan: Plan, _ text: QueryText, _ database: Database, _ policy: QueryPolicy
  ) throws -> ReadSet {
    do {
      return try database.recordingReads { try plan.fill() }.reads
    } catch let error as DatabaseError {
      throw QueryText.failure(error, in: text.tokens, database, policy)
    }
  }

  // MARK: The state of the file

  /// Begins a read transaction. Returns the count of commits of the state that it sees.
  private static func beginRead(_ database: Database) throws -> UInt32? {
    for _ in 0..<100 {
      let before = database.commitCount
      try database.begin("BEGIN")
      do {
        try database.internalRows("SELECT 1 FROM main.sqlite_schema LIMIT 1") { _ in }
        // With a log another program may commit at any time; without, this read keeps it out.
        let after = database.commitCount
        if before == after || !database.hasLog { return after }
        try database.commit()
      } catch {
        database.rollBack()
        throw error
      }
    }
    throw DatabaseError(code: 5, message: "other programs commit too fast to read one state")
  }

  /// The count of commits of the state that is being read; begins to read if it is not.
  private func readingState() throws -> UInt32? {
    if let reading { return reading }
    let state = try Self.beginRead(database)
    reading = .some(state)
    return state
  }

  private func endRead() throws {
    reading = nil
    try database.commit()
  }

  /// Ends a read whose changes are not wanted.
  private func abandonRead() {
    reading = nil
    database.rollBack()
  }

  /// Ends the read transaction, if one is open.
  func pause() {
    if reading != nil { abandonRead() }
  }

  /// Whether the result is true in the present state: nothing has been committed since the state that it shows, or
  /// `watch` has seen only commits that don't concern it. Then it shows the present state.
  func isTrueNow(_ watch: RestWatch?) throws -> Bool {
    let state = try readingState()
    abandonRead()
    guard let commit, let state, state == commit || watch?.isTrue(in: state) == true else { return false }
    self.commit = state
    return true
  }

  /// Begins to watch the commits, while nobody takes them in.
  func watch(_ connection: SQLiteConnection) -> RestWatch {
    RestWatch(connection, after: commit) { [reads, traits] batch in
      // Not all columns are known of a join by names.
      traits.readsAll || reads.isMet(by: batch)
        || traits.joinsByNames && reads.tables.keys.contains { batch.tables[$0] != nil }
    }
  }

  // MARK: Steps

  /// Whether a moment in the query has passed.
  var isMomentOver: Bool {
    get throws { try traits.frozen.contains { try shadows.quotedValue($0.sql) != $0.value } }
  }

  /// Whether `reads` has all columns that the query reads. A kept query takes every change of its tables: it is cheap.
  var knowsColumns: Bool { runsAgain && !traits.joinsByNames }

  /// SQLite's authorizer reports neither a column that only USING or NATURAL reads, nor its table if it reads no other
  /// one: then the query may read any table.
  private static func reads(_ reported: ReadSet, joinsByNames: Bool, _ shadows: ShadowDatabase) -> ReadSet {
    guard joinsByNames else { return reported }
    return reported.union(ReadSet(tables: Dictionary(uniqueKeysWithValues: shadows.tableNames.map { ($0, [""]) })))
  }

  /// The only table that the query reads; nil if it reads several, or none.
  var onlyTable: String? {
    let names = reads.tables.keys.compactMap { shadows.table($0)?.name }
    return names.count == 1 ? names[0] : nil
  }

  private var runsAgain: Bool { if case .again = plan.upkeep { true } else { false } }

  /// Whether the query must run again, now or when it has rested.
  func isOwed(_ news: News) -> Bool { runsAgain && configuration.restsBetweenRuns && news.concernsResult }

  /// Begins the pause after the first run.
  func beginRest() { if configuration.restsBetweenRuns { schedule.rest(afterRun: schedule.runTime) } }

  /// Whether the query must run again, but its pause is not over.
  func rests(_ news: News) -> Bool { isOwed(news) && schedule.restEnd > .now }

  /// Takes in what has come. Returns the change of the result, or nil while batches are missing.
  func step(_ news: News) throws -> PlacedChange<ResultRow>? {
    guard news.concernsResult else {
      if reading != nil { abandonRead() }
      commit = news.commit ?? commit
      return PlacedChange()
    }
    do {
      return try catchUp(news)
    } catch {
      if reading != nil { abandonRead() }
      throw error
    }
  }

  /// So many changed rows tell what one of them costs.
  private static let manyRows = 100
  /// What one usually costs: the writing of its shadows alone takes half of it.
  private static let usualWorkOfRow = 100

  private func catchUp(_ news: News) throws -> PlacedChange<ResultRow>? {
    var state = try readingState()
    while let present = state, !news.isIn(present) {
      try endRead()
      state = try readingState()
    }
    if runsAgain || news.needsReading || state == nil || news.commit == nil { return try readAgain(state) }
    let workLimit = max(configuration.leastWork, cost.ofRun / 2)
    if news.net.rowCount > workLimit / max(1, cost.ofRow ?? Self.usualWorkOfRow) {
      // The next one may be cheaper.
      cost.ofRow = nil
      return try readAgain(state)
    }
    guard state == news.commit else {
      // The missing batches are on the way. The transaction stays open, so that they are enough; without a log it would
      // keep writers out.
      if !database.hasLog { try endRead() }
      return nil
    }
    let start = shadows.work
    defer { shadows.workLimit = nil }
    do {
      shadows.workLimit = start + workLimit
      let changed = try shadows.fillShadows(news.net)
      let change = try plan.step(changed)
      if news.net.rowCount >= Self.manyRows { cost.ofRow = (shadows.work - start) / news.net.rowCount }
      try shadows.clearShadows(changed)
      for stack in plan.stacks { try stack.clear() }
      try endRead()
      commit = state
      planRuns()
      return change
    } catch let error where error is NotKept || error is ResultMismatch || error is TooMuchWork {
      let before = try plan.snapshotBeforeStep()
      shadows.workLimit = nil
      if error is TooMuchWork { cost.ofRow = (shadows.work - start) / max(1, news.net.rowCount) }
      abandonRead()
      return try readAgain(try readingState(), before: before)
    }
  }

  /// Plans the next run of a query that reads the clock, and the comparison of a kept result with a run. Also after a
  /// commit that seems to have changed nothing: a change may have been missed.
  private func planRuns() {
    schedule.clockTime = runsAgain && traits.readsClock ? max(.now + .seconds(1), schedule.restEnd) : nil
    // A run of a query whose first rows are kept takes too much memory.
    guard let pause = configuration.checksAfter, !runsAgain, configuration.rowLimit == nil,
      !plan.checkedColumns.isEmpty
    else { return }
    schedule.checkTime = max(.now + pause, schedule.restEnd)
  }

  /// Compares the kept result with a run of the query. It is true if the file shows another state than the result: then
  /// batches are on the way.
  func isTrue() throws -> Bool {
    schedule.checkTime = nil
    let state = try readingState()
    defer { abandonRead() }
    guard state == commit else {
      planRuns()
      return true
    }
    let start = ContinuousClock.now
    var read: [Tuple] = []
    var size = 0
    try shadows.each(text.sql) { row in
      read.append(row)
      size += row.approximateSize
      // The kept result is smaller than that.
      guard size <= 2 * KeptRows.byteLimit else { throw QueryError.tooLarge }
    }
    schedule.rest(afterRun: .now - start)
    let columns = plan.checkedColumns
    func checked(_ row: Tuple) -> Tuple { Tuple(columns.map { row[$0] }) }
    return TruthCheck.agree(
      plan.rows().map { checked($0.values) }, read.map(checked),
      exactly: plan.upkeep == .live(.linear) && !plan.hasLimit)
  }

  /// Reads the whole result, and compares it with the rows before.
  private func readAgain(_ state: UInt32?, before: Plan.Snapshot? = nil) throws -> PlacedChange<ResultRow> {
    var before = before ?? plan.snapshot()
    let (start, startOfWork) = (ContinuousClock.now, shadows.work)
    do {
      reads.formUnion(try Self.fill(plan, text, database, policy))
    } catch let error as NotKept {
      let former = try plan.rows(of: before)
      plan = Self.plan(runningAgain: text, shadows, configuration, because: error.reason)
      before = .listed(former.map { ResultRow(values: $0.values, identity: nil) })
      reads.formUnion(try Self.fill(plan, text, database, policy))
    }
    (schedule.runTime, cost.ofRun) = (.now - start, shadows.work - startOfWork)
    schedule.rest(afterRun: schedule.runTime)
    schedule.checkTime = nil
    try endRead()
    commit = state
    planRuns()
    return try plan.change(since: before)
  }
}

extension ReadSet {
  fileprivate func union(_ other: ReadSet) -> ReadSet {
    var union = self
    union.formUnion(other)
    return union
  }
}
