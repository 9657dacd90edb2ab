import Containers
public import Databases
import LiveQueries

/// The places of the records of a list that needs a pass through the table to tell them. They load in the background
/// and follow every commit.
///
/// Lives in value state: copies share the loaded places. Windows that have it find their pages by place.
@propertyWrapper
public struct LivePlaces: Sendable, Equatable {
  private let reader: LateReader<PlacesQuery>

  /// Collects the places of a list that needs them. Without such a list it is empty until `load`.
  public init(_ list: ListQuery, connection: SQLiteConnection? = nil) {
    reader = LateReader(
      Self.query(list), connection: connection ?? Container.shared.defaultDatabase())
  }

  /// The places, or the part collected so far. Tracked; on any thread.
  public var wrappedValue: LateValue<CollectedPlaces> { reader.value }

  /// The wrapper itself, which loads and shares the places.
  public var projectedValue: Self { self }

  /// The error of the last collection; nil if it succeeded. Tracked; on any thread.
  public var loadError: (any Error)? { reader.loadError }

  /// Collects the places of a list from now on; nothing if it is nil or needs no places.
  public func load(_ list: ListQuery?) { reader.load(list.flatMap(Self.query)) }

  /// Whether the places of a list are being collected for the first time. Tracked.
  public func areAwaited(of list: ListQuery) -> Bool {
    list.needsPlaces && reader.isReading && reader.value.value?.list != list
  }

  /// The places of a list: all of them, or those found so far.
  func found(of list: ListQuery) -> CollectedPlaces? {
    let value = reader.value
    return [value.value, value.progress?.part].compactMap(\.self).first { $0.list == list && !$0.isOfFewRows }
  }

  private static func query(_ list: ListQuery) -> PlacesQuery? { list.needsPlaces ? PlacesQuery(list: list) : nil }

  public static func == (a: Self, b: Self) -> Bool { LateReader.showEqual(a.reader, b.reader) }
}
