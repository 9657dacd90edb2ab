// From the state that a result shows to a later one.

import Databases

extension LiveResult {
  /// Takes in what has come, if nothing is missing.
  func step(_ open: OpenQuery, _ flag: CancellationFlag) throws -> ResultChange {
    if let restWatch {
      if try news.needsPlanning || !open.isTrueNow(restWatch) { news.needsPlanning = true } else { news = News() }
      self.restWatch = nil
    }
    if open.schedule.isRested, try open.isMomentOver { news.needsPlanning = true }
    if news.isEmpty, let time = open.schedule.clockTime, time <= .now { news.needsReading = true }
    if open.rests(news) { return ResultChange(PlacedChange()) }
    if news.needsPlanning { return try reopen(open, flag) }
    if news.isEmpty, let time = open.schedule.checkTime, time <= .now {
      guard try open.database.withCancellation(flag, { try !open.isTrue() }) else {
        return ResultChange(PlacedChange())
      }
      if open.traits.callsClock {
        // A value or a view says `now`: time has passed.
        isOfClock = true
      } else {
        configuration.trust.lose(in: open.plan.upkeep)
        corrections += 1
      }
      return try reopen(open, flag)
    }
    let change: PlacedChange<ResultRow>?
    do {
      change = try open.database.withCancellation(flag) { try open.step(news) }
    } catch {
      // The result may have taken in a part: it is read again.
      news.needsPlanning = true
      throw error
    }
    guard let change else { return ResultChange(PlacedChange()) }
    news = News()
    return ResultChange(change)
  }

  /// Opens the query again: its tables may be others.
  private func reopen(_ former: OpenQuery, _ flag: CancellationFlag) throws -> ResultChange {
    let opened = try OpenQuery(sql, on: connection, configuration, isOfClock: isOfClock, flag)
    opened.beginRest()
    let before = former.plan.snapshot()
    let isSame =
      former.plan.upkeep == opened.plan.upkeep && former.text.columns == opened.text.columns
      && former.plan.identityCount == opened.plan.identityCount
    let change: PlacedChange<ResultRow>
    if isSame {
      change = try opened.plan.change(since: before)
    } else {
      // The same rows have other identities if they are found in another way.
      func rows(_ plan: Plan, _ snapshot: Plan.Snapshot) throws -> [ResultRow] {
        try plan.rows(of: snapshot).map { ResultRow(values: $0.values, identity: nil) }
      }
      change = PlacedChange(from: try rows(former.plan, before), to: try rows(opened.plan, opened.plan.snapshot()))
    }
    open = opened
    news = News()
    return ResultChange(change)
  }
}
