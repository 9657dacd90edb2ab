// The arranged columns of the tables, from one run of the program to the next.
//
//   visit ──> layouts of the file, from the state folder ──> the list of the table
//   columnsArranged ──> kept for the table; a list of the past and that of now have one arrangement
import AlmanacRecords
public import Containers
import IdentifiedCollections
import Stores

/// Where the arrangements of a file's columns are kept.
public struct KeptLayouts: Sendable {
  /// The arrangements by the name of their table. Throws an error whose description is a sentence, once, if they can't
  /// be read.
  public var all: @Sendable () throws -> [String: ColumnLayout]
  /// Keeps the arrangement of a table. Throws in the same way, once, if it lasts only until the program ends.
  public var keep: @Sendable (_ layout: ColumnLayout, _ table: String) throws -> Void

  /// Makes a store. Without closures nothing is kept.
  public init(
    all: @escaping @Sendable () throws -> [String: ColumnLayout] = { [:] },
    keep: @escaping @Sendable (_ layout: ColumnLayout, _ table: String) throws -> Void = { _, _ in }
  ) {
    (self.all, self.keep) = (all, keep)
  }
}

extension Container {
  /// The store of the arranged columns of the shown file. Without one nothing is kept.
  public var keptLayouts: Factory<KeptLayouts> { self { KeptLayouts() } }
}

extension Application.State {
  /// Arranges the columns of a table's list as they were kept.
  mutating func arrangeColumns(of table: ListedTable) {
    do {
      let layouts = try Container.shared.keptLayouts().all()
      if let layout = layouts.first(where: { table.isNamed($0.key) }) { lists[id: table]?.model.layout = layout.value }
    } catch {
      messages.show(Message(text: "\(error)", isError: true))
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
      try Container.shared.keptLayouts().keep(layout, table)
    } catch {
      messages.show(Message(text: "\(error)", isError: true))
    }
  }
}
