// Finds the units of the columns with names for moments. Columns whose names suggest nothing are assumed to count
// alike.
import Databases

/// The moments in columns of a file that certainly have moments.
struct FileMoments: Sendable {
  /// The units in which the file counts.
  private var units: Set<MomentUnit> = []
  /// The range of its moments that are counted in seconds since 1970; nil if it has none.
  private var seconds: ClosedRange<Double>?

  /// The most tables that are sampled.
  private static let tableLimit = 32

  /// Samples a few rows of each table with such columns. Call inside a read.
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

  /// Adds the values of one more column.
  mutating func add(_ tally: ColumnTally) {
    guard case .decided(.number(let unit)) = tally.verdict else { return }
    units.insert(unit)
    guard unit == .seconds, let span = tally.span else { return }
    seconds = min(span.lowerBound, seconds?.lowerBound ?? .infinity)...max(span.upperBound, seconds?.upperBound ?? 0)
  }

  /// The unit of moments in a column whose name suggests nothing; nil if its numbers may be anything. Seconds have few
  /// digits, and may as well be bytes or people: several numbers are taken for seconds if they lie among the file's own
  /// seconds.
  func unit(of tally: ColumnTally) -> MomentUnit? {
    guard let unit = units.first(where: tally.isOfMoments) else { return nil }
    guard unit.isCoarse, !tally.areBirths else { return unit }
    guard unit == .seconds, tally.mayBeOfSeconds, let seconds, let span = tally.span else { return nil }
    let year = 31_536_000.0
    return seconds.lowerBound - year <= span.lowerBound && span.upperBound <= seconds.upperBound + year ? unit : nil
  }
}
