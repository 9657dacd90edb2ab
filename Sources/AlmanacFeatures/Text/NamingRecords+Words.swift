// The records that name another, in a sentence.
public import AlmanacRecords

extension [NamingRecords] {
  /// `2 records of Album (ArtistId) and 1 record of Tour (artist)`.
  public var inWords: String {
    map { "\($0.count.counted("record")) of \($0.table) (\($0.columns.joined(separator: ", ")))" }.inWords(atMost: 4)
  }
}

extension KeptRecord {
  /// What stands behind its name where it would only be deleted with another one; otherwise empty.
  public var dependence: String { isDependent ? ", which would go with it," : "" }
}
