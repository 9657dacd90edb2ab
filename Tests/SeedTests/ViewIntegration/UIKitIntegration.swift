// Document 000, "UIKit Integration".

import Containers
import DiffableLists
import LiveQueries
import Observing
import StructuredQueries

final class UIKitCaseStudyViewController: ObservingObject {
  private var dataSource: DiffableDataSource<Section, Fact>!

  @FetchAll(Fact.order { $0.id.desc() }, animation: .default)
  private var facts

  @Dependency(\.defaultDatabase) var database

  func viewDidLoad() {
    // Setup data source
    dataSource = DiffableDataSource<Section, Fact>(height: 10)

    // Observe database changes
    observe { [weak self] in
      guard let self else { return }
      var snapshot = DiffableSnapshot<Section, Fact>()
      snapshot.appendSections([.facts])
      snapshot.appendItems(facts, toSection: .facts)
      dataSource.apply(snapshot)
    }
  }

  /// The lines of the list.
  var lines: [String] { dataSource.items.map(\.body) }
}
