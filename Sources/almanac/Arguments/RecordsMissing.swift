import AlmanacRecords

/// Some of the named records do not exist.
struct RecordsMissing: SentenceError {
  let table: String
  let names: [String]

  var description: String {
    names.count == 1
      ? "There is no record \(names[0]) in \(table)." : "There are no records \(names.inWords(atMost: 8)) in \(table)."
  }
}
