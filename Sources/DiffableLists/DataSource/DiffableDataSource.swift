// The list model: loaded rows, cursor, marks and scroll position. A turn of it:
//
//   key -> moveSelection … -> cursor and view move at once within the loaded rows; the rest of the motion is pending
//       -> windowNeeded names the needed rows -> the feature loads them; the old rows stay
//       -> apply(snapshot, position:, arrivals:) -> difference; cursor, marks and view stay on their records; the pending
//          motion continues
//
// The result is what a plain list of all rows would show.

/// Keeps cursor, marks and scroll position of a list on their records, whatever comes, goes and moves, and reports what
/// changed.
///
/// The loaded rows may be a *window* of a much longer list (`WindowPosition`). Lines are counted from the first loaded
/// row. The screen's first line shows line `top`, which may be negative while rows above are not loaded yet.
///
/// Not Sendable: one actor owns it, in an application the main actor.
public final class DiffableDataSource<Section: Hashable & Sendable, Item: Identifiable & Equatable> {
  @usableFromInline var rows = ListRows<Section, Item>(DiffableSnapshot())
  /// The position of the loaded rows in the whole list.
  public internal(set) var position = WindowPosition(reachesStart: false, reachesEnd: false)
  /// Whether `apply` has been called.
  public internal(set) var hasRows = false

  /// The index of the cursor's item; nil only if there are no items.
  var cursor: Int?
  /// The line of the list on the first line of the screen.
  var top = 0
  /// The motion that waits for rows.
  var pending: Motion<Item.ID>?
  /// What the last apply left behind.
  var last = LastApply()
  /// The positions of the headings.
  var layout = SectionLayout(starts: [], itemCount: 0)

  /// The marked records.
  public internal(set) var marked: Set<Item.ID> = []

  /// The rows that arrived above the screen since the person last saw that place.
  var news = ListNews<Item.ID>()

  /// The rows that are needed next; nil while the loaded ones suffice.
  ///
  /// Request them once for each new value; the same value means the same rows. Until they come the old rows stay.
  public var windowNeeded: WindowNeed<Item.ID>? { needs.present }
  /// Whether the last window was not taken: the loaded rows are older than it, and those around the cursor are needed.
  public var hasRefused: Bool { needs.hasRefused }
  var needs = Needs()
  /// Whether the next snapshot is another list.
  var expectsAnotherList = false
  /// Whether an item that changes becomes another item: the cursor then stays at its place, not next to the new item.
  public var isByPlace = false

  /// The number of screen lines that the list has.
  ///
  /// A resize keeps the selected record visible.
  public var height: Int {
    didSet {
      guard height >= 0 else { fatalError("DiffableDataSource.height is \(height). Give the list 0 lines or more.") }
      if height != oldValue { settleView() }
    }
  }

  /// Whether each section's heading takes a line. In a window that doesn't reach the start, the first section's heading
  /// takes none, because it may be further above.
  public var showsHeadings: Bool {
    didSet { if showsHeadings != oldValue { relayout() } }
  }

  /// What the last apply left behind.
  struct LastApply {
    /// The record that lost the cursor, and its line on the screen.
    var lost: (id: Item.ID, line: Int)?
    /// The former versions of the items that it changed.
    var versions: [Item.ID: Item] = [:]
  }

  /// The rows to request.
  struct Needs {
    /// The present need; nil while the loaded rows suffice.
    var present: WindowNeed<Item.ID>?
    /// The needs that have been answered since the last motion.
    var answered: Set<WindowNeed<Item.ID>> = []
    /// Whether the last window was not taken.
    var hasRefused = false
  }

  /// Makes an empty list.
  public init(height: Int = 0, showsHeadings: Bool = false) {
    self.height = height
    self.showsHeadings = showsHeadings
  }

  /// The loaded items, in order.
  public var items: ListItems<Section, Item> { ListItems(rows: rows) }

  /// The loaded sections, in order.
  public var sections: [Section] { rows.sections }

  /// The loaded rows as a snapshot, to edit and apply again.
  public var snapshot: DiffableSnapshot<Section, Item> {
    var snapshot = rows.snapshot
    snapshot.reconfiguredIDs = []
    return snapshot
  }

  /// The index of the item with that identity in `items`.
  public func index(of id: Item.ID) -> Int? { rows.index(of: id) }

  /// The former version of an item, if the last `apply` changed it.
  public func previousVersion(of id: Item.ID) -> Item? { last.versions[id] }

  /// The record with the cursor; nil only if there are no rows.
  public var selected: Item.ID? { cursor.map { rows[$0].id } }

  /// The item with the cursor.
  public var selectedItem: Item? { cursor.map { rows[$0] } }

  /// The index of the item with the cursor.
  public var selectedIndex: Int? { cursor }
}
