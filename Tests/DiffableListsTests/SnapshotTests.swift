// Editing a snapshot before it is applied.
import Testing

@testable import DiffableLists

@Suite struct SnapshotTests {
  struct Item: Hashable, Identifiable, Sendable {
    var id: Int
    var text = ""
  }

  /// An edit, and the content of the snapshot after it.
  struct Edit: CustomTestStringConvertible, Sendable {
    let expected: String
    let make: @Sendable (inout DiffableSnapshot<String, Item>) -> Void
    var testDescription: String { expected }

    init(_ expected: String, _ make: @escaping @Sendable (inout DiffableSnapshot<String, Item>) -> Void) {
      (self.expected, self.make) = (expected, make)
    }
  }

  /// Two sections: `a` with 1, 2, 3 and `b` with 4, 5.
  private static func snapshot() -> DiffableSnapshot<String, Item> {
    var snapshot = DiffableSnapshot<String, Item>()
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems((1...3).map { Item(id: $0) }, toSection: "a")
    snapshot.appendItems([4, 5].map { Item(id: $0) })
    return snapshot
  }

  /// The content of the snapshot: `a: 1 2 3; b: 4 5`.
  private static func text(_ snapshot: DiffableSnapshot<String, Item>) -> String {
    snapshot.sections.map { section in
      ([section + ":"] + snapshot.items(in: section).map { "\($0.id)\($0.text)" }).joined(separator: " ")
    }.joined(separator: "; ")
  }

  @Test(
    arguments: [
      Edit("a: 1 2 3; b: 4 5") { _ in },
      Edit("a: 1 2 3 6 7; b: 4 5") { $0.appendItems([6, 7].map { Item(id: $0) }, toSection: "a") },
      Edit("a: 1 2 3; b: 4 5 6") { $0.appendItems([Item(id: 6)]) },
      Edit("a: 6 7 1 2 3; b: 4 5") { $0.insertItems([6, 7].map { Item(id: $0) }, beforeItem: 1) },
      Edit("a: 1 2 3; b: 4 6 5") { $0.insertItems([Item(id: 6)], beforeItem: 5) },
      Edit("a: 1 2 3 6; b: 4 5") { $0.insertItems([Item(id: 6)], afterItem: 3) },
      Edit("a: 1 6 7 2 3; b: 4 5") { $0.insertItems([6, 7].map { Item(id: $0) }, afterItem: 1) },
      // Items that are not in the snapshot are ignored.
      Edit("a: 2; b: 4") { $0.deleteItems([5, 1, 3, 9]) },
      Edit("a: 2 3 1; b: 4 5") { $0.moveItem(1, afterItem: 3) },
      Edit("a: 1 2; b: 3 4 5") { $0.moveItem(3, beforeItem: 4) },
      Edit("a: 1 2 3; b: 4 5; c:; d:") { $0.appendSections(["c", "d"]) },
    ])
  func isEdited(_ edit: Edit) {
    var snapshot = Self.snapshot()
    edit.make(&snapshot)
    #expect(Self.text(snapshot) == edit.expected)
  }

  @Test func aSectionInTwoPlacesIsATrap() async {
    await #expect(processExitsWith: .failure) {
      var snapshot = SnapshotTests.snapshot()
      snapshot.appendSections(["a"])
    }
  }
}
