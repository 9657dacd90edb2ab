// Headings on lines of their own.

import DiffableLists
import TestSupport
import Testing

@MainActor @Suite(.recordsIssues) struct HeadingTests {
  /// The screen as text: headings in brackets, and a mark at the cursor's row.
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

  /// These sections: `a` has 1 and 2, `b` has 3 to 5.
  private func sections(_ names: String...) -> DiffableSnapshot<String, Row> {
    var snapshot = DiffableSnapshot<String, Row>()
    snapshot.appendSections(names)
    for (name, ids) in ["a": 1...2, "b": 3...5] where names.contains(name) {
      snapshot.appendItems(ids.rows, toSection: name)
    }
    return snapshot
  }

  @Test("DL-10: headings stand right while sections come, go and swap, one of them empty")
  func headings() {
    let source = DiffableDataSource<String, Row>(height: 6, showsHeadings: true)
    source.checked { $0.apply(sections("a", "empty", "b")) }
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
    source.checked { $0.apply(sections("empty", "b", "a")) }
    #expect(source.selected == 5)
    #expect(screen(source) == ["[empty]", "[b]", "  3", "  4", "> 5", "[a]"])
    source.checked { $0.apply(sections("empty", "a")) }
    #expect(screen(source) == ["[empty]", "[a]", "> 1", "  2", "", ""])
  }
}
