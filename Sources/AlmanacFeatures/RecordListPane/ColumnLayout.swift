// How a person has arranged the columns of a table: the list, what is copied from it and what it exports follow.
import AlmanacRecords
import Containers
import Databases

/// The columns of a table as a person has arranged them, by their names: columns may come, go and get other names.
public struct ColumnLayout: Hashable, Sendable {
  /// The columns from left to right, hidden ones too; empty in the usual order.
  public private(set) var order: [String]
  /// The hidden columns.
  public private(set) var hidden: Set<String>
  /// The widths that the person chose, in columns of the screen.
  public private(set) var widths: [String: Int]
  /// The last column that stays when the list scrolls sideways; nil: the key's.
  public private(set) var frozen: String?

  /// The least and the greatest width that can be chosen, and the step of a key.
  static let (leastWidth, greatestWidth, step) = (3, 1000, 2)

  /// Makes a layout; without arguments that of the table.
  public init(
    order: [String] = [], hidden: Set<String> = [], widths: [String: Int] = [:], frozen: String? = nil
  ) {
    (self.order, self.hidden, self.frozen) = (order, hidden, frozen)
    self.widths = widths.mapValues { min(max($0, Self.leastWidth), Self.greatestWidth) }
  }

  // MARK: Reading

  /// The shown ones of some columns of the table, from left to right. If none would be left, all are shown.
  func arranged(_ names: [String]) -> [String] { places(of: names).map { names[$0] } }

  /// The indices of the shown columns, from left to right. `names`: the columns in the order of the table.
  func places(of names: [String]) -> [Int] {
    let all = orderedPlaces(of: names)
    if hidden.isEmpty { return all }
    let shown = all.filter { !hidden.contains(names[$0]) }
    return shown.isEmpty ? all : shown
  }

  /// The indices of all columns. One that the order does not know follows its neighbour in the table.
  private func orderedPlaces(of names: [String]) -> [Int] {
    if order.isEmpty { return Self.usualPlaces(of: names) }
    let ranks = Dictionary(zip(order, order.indices)) { first, _ in first }
    var last = -1
    let keys = names.map { name in
      last = ranks[name] ?? last
      return last
    }
    return names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
  }

  /// The order of the table, but for the columns that the person's settings put first.
  private static func usualPlaces(of names: [String]) -> [Int] {
    let columns = Container.shared.settings().columns
    let first = columns.compactMap { column in names.firstIndex { $0.isSameName(as: column) } }
    return first + names.indices.filter { !first.contains($0) }
  }

  /// How many columns at the left stay when the list scrolls; nil: those of the key. `shown`: the arranged columns.
  func frozenCount(in shown: [String]) -> Int? {
    frozen.flatMap { shown.firstIndex(of: $0) }.map { $0 + 1 }
  }

  // MARK: Changing

  /// Hides a column. `names`: all columns, in the order of the table. Returns false for the last shown one, which stays.
  mutating func hide(_ column: String, among names: [String]) -> Bool {
    let shown = arranged(names)
    guard shown.count > 1, let place = shown.firstIndex(of: column) else { return false }
    if frozen == column { frozen = place > 0 ? shown[place - 1] : nil }
    hidden.insert(column)
    return true
  }

  /// Shows a hidden column.
  mutating func show(_ column: String) { hidden.remove(column) }

  /// Sets the width of a column.
  mutating func setWidth(_ width: Int, of column: String) {
    widths[column] = min(max(width, Self.leastWidth), Self.greatestWidth)
  }

  /// Moves a column past `count` shown ones to the right. As many columns as before stay frozen.
  mutating func move(_ column: String, by count: Int, among names: [String]) {
    let shown = places(of: names)
    guard let place = shown.firstIndex(where: { names[$0] == column }), shown.indices.contains(place + count) else {
      return
    }
    let frozenCount = frozenCount(in: shown.map { names[$0] })
    var all = orderedPlaces(of: names)
    all.removeAll { $0 == shown[place] }
    let target = all.firstIndex(of: shown[place + count])! + (count > 0 ? 1 : 0)
    all.insert(shown[place], at: target)
    order = all == Self.usualPlaces(of: names) ? [] : all.map { names[$0] }
    if let frozenCount { frozen = arranged(names)[frozenCount - 1] }
  }

  /// Keeps the columns up to this one on the screen; if they are kept already, only the key again.
  mutating func freeze(upTo column: String) { frozen = frozen == column ? nil : column }

  /// The same for a table in which one column has another name.
  func renaming(_ rename: ColumnRename) -> ColumnLayout {
    func present(_ name: String) -> String { name == rename.old ? rename.new : name }
    return ColumnLayout(
      order: order.map(present), hidden: Set(hidden.map(present)),
      widths: Dictionary(widths.map { (present($0), $1) }) { first, _ in first }, frozen: frozen.map(present))
  }
}
