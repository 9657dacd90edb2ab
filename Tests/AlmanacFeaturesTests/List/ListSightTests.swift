// Which record a key that waits for the cursor may mean.
import Databases
import DiffableLists
import Testing

@testable import AlmanacFeatures
@testable import AlmanacRecords

@MainActor
struct ListSightTests {
  private static let list = ListQuery(.users)

  private static func places(_ ids: [Int], isWhole: Bool = true) -> CollectedPlaces {
    var identities = FoundIdentities()
    for id in ids { identities.append(.rowID(id)) }
    return CollectedPlaces(list, identities, isWhole: isWhole)
  }

  private static func take(_ ids: [Int], arrivals: [Int] = [], _ places: CollectedPlaces?, _ model: ListModel) {
    var page = RecordsWindow.Value()
    page.rows = ids.map { ListedRow(id: .rowID($0), cells: []) }
    page.keys = ids.map { RowKey([.integer($0)]) }
    page.arrivals.ids = Set(arrivals.map { .rowID($0) })
    page.places = places
    _ = model.take(page, RecordsWindow(list))
  }

  @Test func arrivals() {
    let model = ListModel()
    Self.take([1, 2], nil, model)
    let sight = model.sight()
    Self.take([3, 1, 2], arrivals: [3], nil, model)
    #expect(sight(), "the cursor is on a record that was at hand")
    model.dataSource.select(.rowID(3))
    #expect(!sight() && model.sight()())
    model.noteNew(.rowID(3))
    #expect(sight(), "it has been added here")
  }

  @Test func placesThatWereCollectedSince() {
    let model = ListModel()
    let places = Self.places([1, 2, 3])
    Self.take([1, 2], places, model)
    let sight = model.sight()
    Self.take([3], places, model)
    #expect(sight(), "the same places")
    Self.take([3], Self.places([3], isWhole: false), model)
    #expect(sight(), "a part says nothing")
    Self.take([3], Self.places([3, 1, 2]), model)
    #expect(!sight() && model.sight()())
    Self.take([3], Self.places([1, 3]), model)
    #expect(sight(), "a record that stood before it has gone")
    Self.take([4], Self.places([1, 4]), model)
    #expect(!sight(), "it has come since")
  }
}
