// Headings on lines of their own.

import DiffableLists
import TestSupport
import Testing

@MainActor @Suite(.recordsIssues) struct HeadingTests {
  /// The screen as text: headings in brackets, the cursor's row with a mark.
  private func screen(_ source: DiffableDataSource<String, Row>) -> [String] {
    (0..<source.height).map { line in
      switch source.content(atScreenLine: line) {
      case nil: ""
      case .heading(let section): "[\(section)]"
      case .item(let index):
        index == source.selectedIndex ? "> \(source.items[index].id)" : "  \(source.items[index].id)"
      }
    }
  }

  @Test("DL-10: headings stand right while sections come, go and swap, one of them empty")
  func headings() {
    let source = DiffableDataSource<String, Row>(height: 6, showsHeadings: true)
    var snapshot = DiffableSnapshot<String, Row>()
    snapshot.appendSections(["a", "empty", "b"])
    snapshot.appendItems([1, 2].rows, toSection: "a")
    snapshot.appendItems([3, 4, 5].rows, toSection: "b")
    source.checked { $0.apply(snapshot) }
    #expect(screen(source) == ["[a]", "> 1", "  2", "[empty]", "[b]", "  3"])
    source.checked { $0.moveSelection(by: 2) }
    #expect(screen(source) == ["[a]", "  1", "  2", "[empty]", "[b]", "> 3"])
    source.checked { $0.moveSelection(by: 2) }
    #expect(screen(source) == ["  2", "[empty]", "[b]", "  3", "  4", "> 5"])
    source.checked { $0.moveSelection(by: -2) }
    source.checked { $0.moveSelection(by: -1) }
    #expect(screen(source) == ["> 2", "[empty]", "[b]", "  3", "  4", "  5"])
    source.checked { $0.moveSelection(by: -1) }
    #expect(screen(source) == ["[a]", "> 1", "  2", "[empty]", "[b]", "  3"])
    source.checked { $0.moveToEnd() }
    snapshot.moveSection("a", afterSection: "b")
    source.checked { $0.apply(snapshot) }
    #expect(source.selected == 5)
    #expect(screen(source) == ["[empty]", "[b]", "  3", "  4", "> 5", "[a]"])
    snapshot.deleteSections(["b"])
    source.checked { $0.apply(snapshot) }
    #expect(screen(source) == ["[empty]", "[a]", "> 1", "  2", "", ""])
  }
}
