// An entry of the file of steps as bytes, exactly: each value with its type and its bits.
//
// A row is the number of its columns and its values. A value after the change that equals the one before is one byte.
import Databases

extension StepEntry {
  /// The entry with its identity as bytes.
  func bytes(_ id: StepID) -> [UInt8] {
    var writer = StepWriter(capacity: capacity)
    writer.write(fixed: id.number)
    switch self {
    case .making(let step):
      writer.write(byte: 1)
      writer.write(step)
    case .taking(let step, let isUndo, let now):
      writer.write(byte: 2)
      writer.write(fixed: step.number)
      writer.write(flags: [isUndo, now != nil])
      if let now { writer.write(now) }
    case .settled(let entry, let isDone):
      writer.write(byte: 3)
      writer.write(fixed: entry.number)
      writer.write(flags: [isDone])
    case .placed(let step, let isUndo, let isForgotten):
      writer.write(byte: 4)
      writer.write(fixed: step.number)
      writer.write(flags: [isUndo, isForgotten])
    case .renamed(let old, let new):
      writer.write(byte: 5)
      writer.write(text: old)
      writer.write(text: new)
    }
    return writer.bytes
  }

  private var capacity: Int {
    switch self {
    case .making(let step), .taking(_, _, let step?): step.change.byteCount / 2
    default: 32
    }
  }

  /// Reads an entry and its identity. Throws `StepBytesDamaged`.
  static func read(_ bytes: ArraySlice<UInt8>) throws -> (id: StepID, entry: StepEntry) {
    var reader = StepReader(bytes)
    let id = StepID(try reader.fixed())
    let entry: StepEntry
    switch try reader.byte() {
    case 1: entry = .making(try reader.step())
    case 2:
      let step = StepID(try reader.fixed())
      let flags = try reader.byte()
      entry = .taking(step, isUndo: flags & 1 != 0, now: flags & 2 != 0 ? try reader.step() : nil)
    case 3: entry = .settled(StepID(try reader.fixed()), isDone: try reader.byte() & 1 != 0)
    case 4:
      let step = StepID(try reader.fixed())
      let flags = try reader.byte()
      entry = .placed(step, isUndo: flags & 1 != 0, isForgotten: flags & 2 != 0)
    case 5: entry = .renamed(try reader.text(), to: try reader.text())
    default: throw StepBytesDamaged()
    }
    guard reader.isAtEnd else { throw StepBytesDamaged() }
    return (id, entry)
  }
}

extension StepWriter {
  fileprivate mutating func write(flags: [Bool]) {
    write(byte: flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
  }

  fileprivate mutating func write(_ step: KeptStep) {
    write(text: step.label)
    write(text: step.table)
    write(fixed: step.madeAt.bitPattern)
    write(flags: [step.cursor != nil, step.reverted != nil])
    if let cursor = step.cursor { write(cursor) }
    if let reverted = step.reverted { write(text: reverted) }
    write(step.change)
  }

  private mutating func write(_ change: BookChange) {
    write(
      flags: [change.isOfView, change.others.isOfJournal, change.others.gap != nil, change.creation != nil])
    if let creation = change.creation { return write(creation) }
    if let gap = change.others.gap { write(text: gap) }
    write(change.rows)
    write(change.others.rows)
    write(change.others.moduleRows)
    write(change.others.tables)
    write(change.others.virtualTables)
    write(count: change.others.broken.count)
    for violation in change.others.broken {
      write(name: violation.table)
      write(name: violation.parent)
      write(flags: [violation.rowID != nil])
      if let rowID = violation.rowID { write(integer: rowID) }
      write(count: violation.columns.count)
      for column in violation.columns { write(name: column.text) }
    }
  }

  private mutating func write(_ creation: TableCreation) {
    write(text: creation.name)
    write(text: creation.definition)
    write(count: creation.content.rowCount)
    write(fixed: creation.content.sum)
    write(flags: [creation.isDrop, creation.rows != nil])
    guard let rows = creation.rows else { return }
    write(count: rows.count)
    write(count: rows.first?.count ?? 0)
    for value in rows.joined() { write(value) }
  }

  private mutating func write(_ tables: Set<TableKey>) {
    write(count: tables.count)
    for table in tables {
      write(name: table.schema)
      write(name: table.name)
    }
  }

  private mutating func write(_ rows: [RowChange]) {
    write(count: rows.count)
    for row in rows {
      write(name: row.table)
      write(row.id)
      write(flags: [row.before != nil, row.after != nil, row.isReplaced])
      if let before = row.before {
        write(columns: before.columns)
        for value in before.values { write(value) }
      }
      guard let after = row.after else { continue }
      write(columns: after.columns)
      let before = row.before?.columns == after.columns ? row.before?.values : nil
      for (place, value) in after.values.enumerated() {
        if let before, before[place].isIdentical(to: value) { write(byte: 7) } else { write(value) }
      }
    }
  }

  mutating func write(_ id: RecordID) {
    switch id {
    case .rowID(let rowID):
      write(byte: 0)
      write(integer: rowID)
    case .key(let values):
      write(byte: 1)
      write(count: values.count)
      for value in values { write(value) }
    case .content(let values, let occurrence, let longValues):
      write(byte: 2)
      write(count: values.count)
      for value in values { if let value { write(value) } else { write(byte: 7) } }
      write(integer: occurrence)
      write(integer: longValues)
    }
  }
}

extension ExactValue {
  /// Whether the values are equal in each bit: 0.0 equals -0.0 otherwise.
  fileprivate func isIdentical(to other: ExactValue) -> Bool {
    if case .real(let real) = self, case .real(let otherReal) = other { return real.bitPattern == otherReal.bitPattern }
    return self == other
  }
}

extension StepReader {
  fileprivate mutating func step() throws -> KeptStep {
    let (label, table) = (try text(), try text())
    let madeAt = Double(bitPattern: try fixed())
    let flags = try byte()
    let cursor = flags & 1 != 0 ? try id() : nil
    let reverted = flags & 2 != 0 ? try text() : nil
    return KeptStep(
      label: label, table: table, change: try change(), cursor: cursor, reverted: reverted, madeAt: madeAt)
  }

  private mutating func change() throws -> BookChange {
    let flags = try byte()
    if flags & 8 != 0 { return BookChange(try creation()) }
    var log = ChangeLog(gap: flags & 4 != 0 ? try text() : nil)
    log.isOfJournal = flags & 2 != 0
    let rows = try rows()
    log.rows = try self.rows()
    log.moduleRows = try self.rows()
    log.tables = try tables()
    log.virtualTables = try tables()
    log.broken = try (0..<count()).map { _ in
      let (table, parent) = (try name(), try name())
      let rowID = try byte() & 1 != 0 ? try integer() : nil
      return ForeignKeyViolation(
        table: table, rowID: rowID, columns: try (0..<count()).map { _ in try name() }, parent: parent)
    }
    return BookChange(rows, log, isOfView: flags & 1 != 0)
  }

  private mutating func creation() throws -> TableCreation {
    let (name, definition) = (try text(), try text())
    guard let count = Int(exactly: try number()) else { throw StepBytesDamaged() }
    let content = TableContent(rowCount: count, sum: try fixed())
    var creation = TableCreation(name: name, definition: definition, content: content)
    let flags = try byte()
    creation.isDrop = flags & 1 != 0
    if flags & 2 != 0 {
      let (rowCount, columnCount) = (try self.count(), try self.count())
      creation.rows = try (0..<rowCount).map { _ in try (0..<columnCount).map { _ in try value() } }
    }
    return creation
  }

  private mutating func tables() throws -> Set<TableKey> {
    try Set((0..<count()).map { _ in TableKey(schema: try name(), name: try name()) })
  }

  private mutating func rows() throws -> [RowChange] {
    try (0..<count()).map { _ in
      var row = RowChange(table: try name(), id: try id())
      let flags = try byte()
      if flags & 1 != 0 {
        let columns = try rowColumns()
        row.before = ExactRow(columns, try columns.map { _ in try value() })
      }
      if flags & 2 != 0 {
        let columns = try rowColumns()
        let before = row.before?.columns == columns ? row.before?.values : nil
        let values = try columns.indices.map { place in
          let kind = try byte()
          guard kind == 7 else { return try value(ofKind: kind) }
          guard let before else { throw StepBytesDamaged() }
          return before[place]
        }
        row.after = ExactRow(columns, values)
      }
      row.isReplaced = flags & 4 != 0
      return row
    }
  }

  mutating func id() throws -> RecordID {
    switch try byte() {
    case 0: return .rowID(try integer())
    case 1: return .key(try (0..<count()).map { _ in try value() })
    case 2:
      let values = try (0..<count()).map { _ in
        let kind = try byte()
        return kind == 7 ? nil : try value(ofKind: kind)
      }
      return .content(values, occurrence: try integer(), longValues: try integer())
    default: throw StepBytesDamaged()
    }
  }
}
