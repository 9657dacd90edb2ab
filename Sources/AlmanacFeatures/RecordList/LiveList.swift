// The values of a list of records that are read from the file and followed.
public import AlmanacRecords
public import LiveQueries

/// The live values of a list: its rows and their additions. Copies share the values.
public struct LiveList: Equatable, Sendable {
  /// The scope of all of these but `total`. It rests while the list is not on the screen.
  public let scope = FetchScope()
  /// The loaded rows.
  @Fetch public var page: RecordsWindow.Value
  /// The whole record with the cursor, for the side pane.
  @Fetch public var beside: ExactRecord.Value
  /// Which of the marked records the list shows.
  @Fetch var marks: MarksQuery.Value
  /// The labels of the records that the loaded rows reference.
  @Fetch var labels: ReferenceLabels.Value
  /// The newest record of the list; `nil` unless the list follows.
  @Fetch public var newest: RecordID?
  /// The count of all records, for the tab.
  @LiveCount public var total: RecordCount
  /// How many records are found, if an index or a filter finds them.
  @LiveCount var counted: RecordCount
  /// The places of the records, if only a scan of the table finds them.
  @LivePlaces var places: LateValue<CollectedPlaces>

  /// Reads the first rows of a list, or those of `window`.
  init(_ query: ListQuery, total: LiveCount, window: RecordsWindow?) {
    _total = total
    (_page, _beside, _marks, _labels, _newest, _counted, _places) = scope.holding {
      let places = LivePlaces(query)
      var window = window ?? RecordsWindow(query)
      (window.places, window.total) = (places, total)
      return (
        Fetch(wrappedValue: RecordsWindow.Value(), window),
        Fetch(wrappedValue: .unread),
        Fetch(wrappedValue: MarksQuery.Value()), Fetch(wrappedValue: []), Fetch(wrappedValue: nil),
        LiveCount(query.table, search: query.countedSearch, filter: query.filter), places
      )
    }
  }
}
