// The dialog that asks for the number of very many records, without a screen.
@testable import AlmanacFeatures
import AlmanacRecords
import Stores
import TestSupport
import Testing

@Suite(.recordsIssues)
@MainActor
struct BulkConfirmationTests {
  /// A dialog about `count` records.
  private func store(of count: Int) -> TestStoreOf<BulkConfirmation> {
    TestStore(
      initialState: BulkConfirmation.State(
        deed: .change(.delete), chosen: ChosenRecords(Set((1...count).map { .rowID($0) })),
        records: "\(count) facts")
    ) { BulkConfirmation() }
  }

  @Test("Another number than the asked one refuses; the right one, typed with a comma, confirms")
  func number() async {
    let store = store(of: 1200)
    await store.send(.edited(.insert("12"))) { $0.input.insert("12") }
    await store.send(.enterKeyPressed) { $0.isRefused = true }
    #expect(store.state.remarks?.first == "That is a different number. Nothing was changed.")
    await store.send(.edited(.delete(.characterBefore))) {
      $0.input.apply(.delete(.characterBefore))
      $0.isRefused = false
    }
    await store.send(.edited(.insert(",200"))) { $0.input.insert(",200") }
    await store.send(.enterKeyPressed)
    await store.receive(\.confirmed)
    await store.finish()
  }

  @Test("Few records need no number: what is typed is no answer, and Enter confirms")
  func few() async {
    let store = store(of: 3)
    await store.send(.edited(.insert("3")))
    await store.send(.enterKeyPressed)
    await store.receive(\.confirmed)
    await store.finish()
  }

  @Test("Esc cancels")
  func escape() async {
    let store = store(of: 3)
    await store.send(.escapeKeyPressed)
    await store.receive(\.cancelled)
    await store.finish()
  }
}
