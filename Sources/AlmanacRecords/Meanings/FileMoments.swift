// How the columns of a file that are named so count moments: the others, whose names say nothing, count like them.
import Databases

/// The moments that some of a file's columns are sure to hold.
struct FileMoments: Sendable {
  /// In which units the file counts.
  private var units: Set<MomentUnit> = []
  /// From when to when its seconds are; `nil` where it has none.
  private var seconds: ClosedRange<Double>?

  /// So many tables are looked at.
  private static let tableLimit = 32

  /// Looks at a few rows of each table that has such columns. Inside a read.
  init(of tables: [TableMeanings], _ db: Database) throws {
    let telling = tables.lazy.filter { $0.hints.isSampled && $0.hints.columns.contains(where: \.isOfMoments) }
    for table in telling.prefix(Self.tableLimit) {
      let columns = table.columns.indices.filter { table.hints.columns[$0].isOfMoments }
      let rows = try TableSample(of: table, columns, isBrief: true).rows(db)
      for (place, column) in columns.enumerated() {
        add(ColumnTally(table.hints.columns[column], rows.lazy.filter { $0.count > place }.map { $0[place] }))
      }
    }
  }

  /// Learns from the values of one more column.
  mutating func add(_ tally: ColumnTally) {
    guard case .decided(.number(let unit)) = tally.verdict else { return }
    units.insert(unit)
    guard unit == .seconds, let span = tally.span else { return }
    seconds = min(span.lowerBound, seconds?.lowerBound ?? .infinity)...max(span.upperBound, seconds?.upperBound ?? 0)
  }

  /// The unit in which the numbers of a column count moments whose name says nothing; `nil` where they may be anything.
  /// Seconds are few digits, and count bytes and people as well: several numbers that lie among the file's own seconds
  /// are seconds.
  func unit(of tally: ColumnTally) -> MomentUnit? {
    guard let unit = units.first(where: tally.isOfMoments) else { return nil }
    guard unit.isCoarse else { return unit }
    guard unit == .seconds, tally.mayBeOfSeconds, let seconds, let span = tally.span else { return nil }
    let year = 31_536_000.0
    return seconds.lowerBound - year <= span.lowerBound && span.upperBound <= seconds.upperBound + year ? unit : nil
  }
}
