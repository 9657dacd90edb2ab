// The changes of the board while it is shown.
import AlmanacRecords
import LiveQueries
import Terminals

extension StatisticsBoard {
  /// The changes since another board, among the values that both know. A value that was read only now is not a change,
  /// nor is one that only the layout hides or shows.
  func changes(since old: StatisticsBoard, in size: Size) -> [Item: ChangeMark] {
    var changed: [Item] = []
    for (before, now) in zip(old.numbers, numbers) where before.count.value != now.count.value {
      if before.count.value != nil, now.count.value != nil { changed.append(now.item) }
    }
    let (layout, oldLayout) = (layout(in: size), old.layout(in: size))
    if let before = old.growth.value {
      let counts = Dictionary(uniqueKeysWithValues: before.months.map { (Item.month($0.month), Double($0.count)) })
      for (item, bar) in months(layout.growth.height - 1) where counts[item] ?? 0 != bar.number { changed.append(item) }
    }
    if let before = old.domains.value {
      let counts = Dictionary(before.largest.map { (Item.domain($0.name), Double($0.count)) }) { first, _ in first }
      let lines = domains(layout.domains.height - 1)
      let oldLines = old.domains(oldLayout.domains.height - 1)
      for (item, bar) in lines {
        if item == .otherDomains {
          // The sum of the other domains differs if other domains are shown.
          let isSameSum = lines.map(\.item) == oldLines.map(\.item)
          if isSameSum, oldLines.last?.bar.number != bar.number { changed.append(item) }
        } else if counts[item] ?? (before.others == 0 ? 0 : bar.number) != bar.number {
          changed.append(item)
        }
      }
    }
    var changes = Dictionary(changed.map { ($0, ChangeMark.changed(columns: [])) }) { first, _ in first }
    changes.merge(changesOfNewest(since: old)) { first, _ in first }
    return changes
  }

  /// By how many records another board differs, according to the numbers; at least one if anything differs.
  func changedRecords(since old: StatisticsBoard, in size: Size) -> Int {
    func growth(_ count: (StatisticsBoard) -> Int?) -> Int {
      guard let before = count(old), let now = count(self) else { return 0 }
      return abs(now - before)
    }
    let users = [growth { $0.users.value }, growth { $0.states.value?.active }, growth { $0.states.value?.inactive }]
    let records = growth { $0.facts.value } + (users.max() ?? 0)
    return max(records, changes(since: old, in: size).isEmpty ? 0 : 1)
  }

  /// The board to compare the next one with. `old` is the one before this. A part is not known until it has been
  /// current once, so that its first values are not changes.
  func seen(after old: StatisticsBoard?) -> StatisticsBoard {
    func part<Value>(_ part: KeyPath<StatisticsBoard, LateValue<Value>>) -> LateValue<Value> {
      self[keyPath: part].isCurrent || old?[keyPath: part].value != nil ? self[keyPath: part] : .unknown
    }
    var seen = self
    (seen.facts, seen.users, seen.states) = (part(\.facts), part(\.users), part(\.states))
    (seen.newest, seen.growth, seen.domains) = (part(\.newest), part(\.growth), part(\.domains))
    return seen
  }

  /// The board of a paused screen: this board's values, but `board`'s for each part that was not current or not known
  /// here.
  func still(over board: StatisticsBoard) -> StatisticsBoard {
    func part<Value>(_ part: KeyPath<StatisticsBoard, LateValue<Value>>) -> LateValue<Value> {
      self[keyPath: part].isCurrent ? self[keyPath: part] : board[keyPath: part]
    }
    var still = self
    (still.facts, still.users, still.states) = (part(\.facts), part(\.users), part(\.states))
    (still.newest, still.growth, still.domains) = (part(\.newest), part(\.growth), part(\.domains))
    still.isReadable = board.isReadable
    return still
  }

  private func changesOfNewest(since old: StatisticsBoard) -> [Item: ChangeMark] {
    guard let before = old.newest.value, let newest = newest.value else { return [:] }
    return newest.changes(since: before, by: { Item.newUser(id: $0.id) }) { $0.name == $1.name ? nil : [] }
  }
}
