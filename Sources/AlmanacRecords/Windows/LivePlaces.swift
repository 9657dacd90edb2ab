import Containers
public import Databases
import LiveQueries

/// Where the records of a list stand, where only going through the table tells that; it comes late and follows every
/// commit.
///
/// Stands in value state: copies share what is read. Windows that have it find their pages by place.
@propertyWrapper
public struct LivePlaces: Sendable, Equatable {
  private let reader: LateReader<PlacesQuery>

  /// Collects the places of a list that needs them, or nothing until `load`.
  public init(_ list: ListQuery, connection: SQLiteConnection? = nil) {
    reader = LateReader(
      Self.query(list), connection: connection ?? Container.shared.defaultDatabase())
  }

  /// The places as far as they are known. Tracked; on any thread.
  public var wrappedValue: LateValue<CollectedPlaces> { reader.value }

  /// Itself, which loads and shares the places.
  public var projectedValue: Self { self }

  /// Why they could not be collected the last time. Tracked; on any thread.
  public var loadError: (any Error)? { reader.loadError }

  /// Collects the places of a list from now on; nothing, where it is `nil` or needs none.
  public func load(_ list: ListQuery?) { reader.load(list.flatMap(Self.query)) }

  /// Whether the places of a list are being collected for the first time. Tracked.
  public func areAwaited(of list: ListQuery) -> Bool {
    list.needsPlaces && reader.isReading && reader.value.value?.list != list
  }

  /// What is known of a list by now: all places, or those that were found so far.
  func found(of list: ListQuery) -> CollectedPlaces? {
    let value = reader.value
    return [value.value, value.progress?.part].compactMap(\.self).first { $0.list == list && !$0.isOfFewRows }
  }

  private static func query(_ list: ListQuery) -> PlacesQuery? { list.needsPlaces ? PlacesQuery(list: list) : nil }

  public static func == (a: Self, b: Self) -> Bool { LateReader.showEqual(a.reader, b.reader) }
}
