// Records that the person's own changes bring into a list are no news.
import Databases
import DiffableLists
import Testing

@testable import AlmanacFeatures
@testable import AlmanacRecords

@MainActor
struct ListNewsTests {
  private static func take(_ ids: ClosedRange<Int>, without gone: Int? = nil, _ model: ListModel) {
    var page = RecordsWindow.Value()
    let ids = ids.filter { $0 != gone }
    page.rows = ids.map { ListedRow(id: .rowID($0), cells: []) }
    page.keys = ids.map { RowKey([.integer($0)]) }
    _ = model.take(page, RecordsWindow(ListQuery(.facts)))
  }

  private static func addition(of ids: ClosedRange<Int>) -> BookChange {
    BookChange(
      rows: ids.map { RowChange(table: "facts", id: .rowID($0), before: nil, after: ["id": .integer($0)]) })
  }

  @Test("what is added or brought back here is no news, whether its rows come before that is known or after")
  func ownArrivals() {
    let model = ListModel()
    model.dataSource.height = 2
    Self.take(1...3, model)
    model.expectArrivals(of: Self.addition(of: 4...6), in: .facts)
    Self.take(1...6, model)
    #expect(model.newBelow == 0, "their rows come after")
    model.endArrivals()
    Self.take(1...9, model)
    #expect(model.newBelow == 3, "others have added these")
    model.expectArrivals(of: Self.addition(of: 8...8), in: .facts)
    #expect(model.newBelow == 2, "its row has come before")
    model.expectArrivals(of: Self.addition(of: 9...9), in: .users)
    #expect(model.newBelow == 2, "a record of another table")
    model.endArrivals()
    Self.take(1...9, without: 8, model)
    Self.take(1...9, model)
    #expect(model.newBelow == 3, "another program has deleted it since, and brought it back")
  }
}
