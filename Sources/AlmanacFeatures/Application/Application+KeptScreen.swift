// The screen as it was left, from one run of the program to the next.
//
//   start, visit ──> the kept screen of the file ──> the tab; the list of the table: columns, search, order, record
//   columnsArranged ──> kept at once; a list of the past and that of now have one arrangement
//   end ──> the tab, and each list that was shown
import AlmanacRecords
import Containers
import DiffableLists
import IdentifiedCollections
import LiveQueries
import Stores

extension Application.State {
  /// The screen as the last run left it.
  mutating func lastScreen() -> KeptScreen {
    do {
      return try Container.shared.screenKeeper().last()
    } catch {
      messages.show(Message(text: "\(error)", isError: true))
      return KeptScreen()
    }
  }

  /// Keeps the arrangement of the columns in the shown list of a table. That of any other list lasts as long as it does.
  mutating func keep(_ layout: ColumnLayout) {
    guard let table = shownTable else { return }
    if isPast { lists[id: table]?.model.layout = layout }
    keep(layout, of: table.name)
  }

  /// Keeps an arrangement under the name of a table.
  mutating func keep(_ layout: ColumnLayout, of table: String) {
    do {
      try Container.shared.screenKeeper().change { $0[table].layout = layout }
    } catch  where !work.isUnkeptTold {
      // Each key of a column may fail in the same way: it is said once.
      work.isUnkeptTold = true
      messages.show(Message(text: "The columns stay so until you quit: \(error)", isError: true))
    } catch {}
  }

  /// Notes the shown tab, and each list as it is left.
  func leave(_ screen: inout KeptScreen) {
    let last = shownTab.flatMap { tabs.contains($0) ? $0 : nil } ?? jumps.tabBefore(among: tabs)
    screen.tab = last == tabs.first ? nil : last
    for list in lists { list.leave(&screen[list.table.name]) }
  }
}

extension RecordList.State {
  /// The list of a table as it was left. What is gone is left out. Its rows are read as at any start.
  init(_ table: ListedTable, total: LiveCount, as kept: KeptTable) {
    var input = TextInput()
    input.insert(kept.search)
    let list = ListQuery(table, search: table.search(input.text), order: table.order(like: kept.order))
    let window = kept.record.flatMap { record in
      record.fits(list) ? RecordsWindow(list, anchor: .left(record), before: kept.line + Self.marginAbove) : nil
    }
    self.init(input, list, total: total, window: window)
    (model.layout, model.column, model.targets.keptLine) = (kept.layout, kept.column, kept.line)
    typing = SearchTyping(earlier: kept.earlierSearches)
  }

  /// How many rows above the screen are read with the first ones: a screen.
  private static var marginAbove: Int { 50 }

  /// The columns that the person sorted by; empty in the usual order.
  var chosenOrder: [ListOrder.Term] { list.order == table.order ? [] : list.order.chosen.map(\.named) }

  /// Notes the list as it is left.
  fileprivate func leave(_ kept: inout KeptTable) {
    kept.layout = model.layout
    kept.earlierSearches = typing.kept(behind: kept.earlierSearches)
    // The rows of the list were not read yet.
    guard model.list == list else { return }
    kept.search = search.text
    kept.order = chosenOrder
    kept.column =
      model.column == model.layout.arranged(table.style.listColumns.map(\.column)).first ? nil : model.column
    (kept.record, kept.line) = (nil, 0)
    let rows = model.dataSource
    // Records that come before the first one are seen at the next start.
    if let place = model.selectedPlace, rows.selectedIndex != 0 || !rows.position.reachesStart {
      kept.record = LeftRecord(place.id, place.key, in: list)
      kept.line = rows.selectedLine ?? 0
    }
  }
}

extension ListOrder.Term {
  /// The column and its direction alone.
  fileprivate var named: ListOrder.Term { ListOrder.Term(column, isDescending: isDescending) }
}
