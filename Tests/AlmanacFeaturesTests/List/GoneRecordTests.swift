// How a list tells which of the records that have gone others have deleted.
import AlmanacRecords
import Testing

@testable import AlmanacFeatures

@MainActor
struct GoneRecordTests {
  @Test("CHG-12: what was to be deleted here is no news when it goes, unless it was kept")
  func deletedHere() {
    let model = ListModel()
    model.expectDeletion(of: [1, 2])
    model.expectStay(of: [2])
    #expect(model.goneElsewhere([1, 2]) { _ in true } == 1)
    model.expectDeletion(of: [3])
    model.expectArrival(of: [3])
    #expect(model.goneElsewhere([3]) { _ in true } == 1)
  }
}
