// The list model: rows at hand, cursor, marks and scroll. A turn of it:
//
//   key -> moveSelection … -> cursor and view move at once, as far as rows are at hand; the rest of the motion is pending
//       -> windowNeeded names the rows that are wanted -> the feature loads them; the old rows stay
//       -> apply(snapshot, position:, arrivals:) -> difference; cursor, marks and view stay on their records; the pending
//          motion goes on
//
// The outcome is what a plain list of all rows would show.

/// Keeps cursor, marks and scroll of a list on their records, whatever comes, goes and moves, and says what changed.
///
/// The rows at hand may be a *window* of a much longer list (`WindowPosition`). Lines are counted from the first row at
/// hand; the screen's first line shows line `top`, which lies before the first row where rows above are not at hand
/// yet.
///
/// Not Sendable: one actor has it, in an application the main actor.
public final class DiffableDataSource<Section: Hashable & Sendable, Item: Identifiable & Equatable> {
  @usableFromInline var rows = ListRows<Section, Item>(DiffableSnapshot())
  /// Where the rows at hand lie in the whole list.
  public internal(set) var position = WindowPosition(reachesStart: false, reachesEnd: false)
  /// Whether `apply` was ever called.
  public internal(set) var hasRows = false

  /// The index of the cursor's item; `nil` exactly while there are no items.
  var cursor: Int?
  /// The line of the list that the first line of the screen shows.
  var top = 0
  /// The motion that waits for rows.
  var pending: Motion<Item.ID>?
  /// The record that lost the cursor by the last apply, and its line on the screen.
  var lost: (id: Item.ID, line: Int)?
  /// Where the headings are.
  var layout = SectionLayout(starts: [], itemCount: 0)

  /// The marked records.
  public internal(set) var marked: Set<Item.ID> = []

  /// What arrived above the screen since the person last saw that place.
  var news = ListNews<Item.ID>()

  /// The rows that are wanted next; `nil` while those at hand suffice.
  ///
  /// Ask for them once for each new value; the same value means the same rows. Until they are there the old rows stay.
  public internal(set) var windowNeeded: WindowNeed<Item.ID>?
  /// Whether the last window was left aside: the rows at hand are older than it, and those around the cursor are
  /// wanted.
  public internal(set) var hasRefused = false
  /// The needs that were answered since the last motion.
  var answered: Set<WindowNeed<Item.ID>> = []
  /// Whether the next snapshot is another list.
  var expectsAnotherList = false
  /// Whether an item that changes is another one from then on: the cursor stays at its place, not beside what is new.
  public var isByPlace = false

  /// What the items were before the last apply that changed them.
  var previousVersions: [Item.ID: Item] = [:]

  /// The lines of the screen that the list has.
  ///
  /// A resize keeps the selected record visible.
  public var height: Int {
    didSet {
      precondition(height >= 0, "DiffableDataSource.height is \(height). Give the list 0 lines or more.")
      if height != oldValue { settleView() }
    }
  }

  /// Whether each section's heading takes a line. In a window that doesn't reach the start, the first section's heading
  /// takes none, since it may stand further above.
  public var showsHeadings: Bool {
    didSet { if showsHeadings != oldValue { relayout() } }
  }

  /// Makes an empty list.
  public init(height: Int = 0, showsHeadings: Bool = false) {
    self.height = height
    self.showsHeadings = showsHeadings
  }

  /// The items at hand, in order.
  public var items: ListItems<Section, Item> { ListItems(rows: rows) }

  /// The sections at hand, in order.
  public var sections: [Section] { rows.sections }

  /// The rows at hand as a snapshot, to edit and apply again.
  public var snapshot: DiffableSnapshot<Section, Item> {
    var snapshot = rows.snapshot
    snapshot.reconfiguredIDs = []
    return snapshot
  }

  /// The index of the item of that identity among `items`.
  public func index(of id: Item.ID) -> Int? { rows.index(of: id) }

  /// The content that an item had before the last `apply`, if that changed it.
  public func previousVersion(of id: Item.ID) -> Item? { previousVersions[id] }

  /// The record with the cursor; `nil` exactly while there are no rows.
  public var selected: Item.ID? { cursor.map { rows[$0].id } }

  /// The item with the cursor.
  public var selectedItem: Item? { cursor.map { rows[$0] } }

  /// The index of the item with the cursor.
  public var selectedIndex: Int? { cursor }
}
