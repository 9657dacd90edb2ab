// The queries with a name of one file, in the person's state folder next to the history.
//
//   DEVICE-NUMBER.named: name, text, name, text
import AlmanacFeatures

extension QueryFile {
  private var names: StateFile<[NamedQuery]> {
    StateFile(path: path + ".named", heading: "almanac named queries 1") { texts in
      guard texts.count % 2 == 0 else { return nil }
      let queries = stride(from: 0, to: texts.count, by: 2).map { NamedQuery(name: texts[$0], sql: texts[$0 + 1]) }
      return Set(queries.map { $0.name.lowercased() }).count == queries.count && !queries.contains { $0.name.isEmpty }
        ? queries : nil
    }
  }

  /// The kept queries. Throws a sentence if the file is damaged or another program's.
  func named() throws -> [NamedQuery] { try names.read("The named queries", until: "name a query") ?? [] }

  /// Keeps the queries, all or none. A damaged file is kept under another name.
  func keep(_ queries: [NamedQuery]) throws {
    makeFolders()
    try names.replace(with: queries.flatMap { [$0.name, $0.sql] }, lastsAtOnce: true)
  }
}
