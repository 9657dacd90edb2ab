public import Databases
public import LiveQueries

/// The places of the records of a list that needs a pass through the table to tell them. Windows that have it find their
/// pages by place.
public typealias LivePlaces = LateFetch<PlacesQuery>

extension LateFetch<PlacesQuery> {
  /// Collects the places of a list that needs them. Without such a list it is empty until `load`.
  public init(_ list: ListQuery, connection: SQLiteConnection? = nil) {
    self.init(Self.query(list), connection: connection)
  }

  /// Collects the places of a list from now on; nothing if it is nil or needs no places.
  public func load(_ list: ListQuery?) { load(list.flatMap(Self.query)) }

  /// Whether the places of a list are being collected for the first time. Tracked.
  public func areAwaited(of list: ListQuery) -> Bool {
    list.needsPlaces && isReading && wrappedValue.value?.list != list
  }

  /// The places of a list: all of them, or those found so far.
  func found(of list: ListQuery) -> CollectedPlaces? {
    let value = wrappedValue
    return [value.value, value.progress?.part].compactMap(\.self).first { $0.list == list && !$0.isOfFewRows }
  }

  private static func query(_ list: ListQuery) -> PlacesQuery? { list.needsPlaces ? PlacesQuery(list: list) : nil }
}
