// A list's place as the person sees it.

/// The visible state of a list, to tell whether an apply has changed it.
struct Place<Section: Hashable & Sendable, Item: Identifiable & Equatable>: Equatable {
  let selected: Item.ID?
  let line: Int?
  let marked: Set<Item.ID>
  let position: WindowPosition
  let newAbove: Int

  init(_ source: DiffableDataSource<Section, Item>) {
    selected = source.selected
    line = source.selectedLine
    marked = source.marked
    position = source.position
    newAbove = source.newAbove
  }
}
