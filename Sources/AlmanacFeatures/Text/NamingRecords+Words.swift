// The referrers of a record, in a sentence.
public import AlmanacRecords

extension [NamingRecords] {
  /// `2 records of Album (ArtistId) and 1 record of Tour (artist)`.
  public var inWords: String {
    map { "\($0.count.counted("record")) of \($0.table) (\($0.columns.joined(separator: ", ")))" }.inWords(atMost: 4)
  }
}

extension KeptRecord {
  /// The words after its name if it would only be deleted together with another record; otherwise empty.
  public var dependence: String { isDependent ? ", which would go with it," : "" }
}
