// Which of the records that left a list were deleted by other programs.
import AlmanacRecords
import Testing

@testable import AlmanacFeatures

@MainActor
struct GoneRecordTests {
  @Test(
    "CHG-12: a record that disappeared before its commit was known is reported once, when it is known; not if a key has handled it"
  )
  func goneBeforeTheirCommit() {
    let model = ListModel()
    var known: [RecordID: Bool] = [1: true, 2: false]
    #expect(model.goneElsewhere([1, 2, 3, 4, 5]) { known[$0] } == 1)
    #expect(model.unexplained == [3, 4, 5])
    known = [3: true, 4: false]
    #expect(model.goneSince { known[$0] } == 1)
    #expect(model.unexplained == [5])
    model.forgetGone()
    known = [3: true, 5: true]
    #expect(model.goneSince { known[$0] } == 0)
  }

  @Test("CHG-12: what was to be deleted here is no news when it goes, unless it was kept")
  func deletedHere() {
    let model = ListModel()
    model.expectDeletion(of: [1, 2])
    model.expectStay(of: [2])
    #expect(model.goneElsewhere([1, 2]) { _ in true } == 1)
  }
}
