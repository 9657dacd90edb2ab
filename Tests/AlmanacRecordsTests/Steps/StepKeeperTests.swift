// The steps that are kept of a file, from one run to the next and between programs.
import Foundation
import Glibc
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct StepKeeperTests {
  /// A database with a table, and the place of its steps.
  private struct Book {
    let connection: SQLiteConnection
    let place: StepPlace

    var keeper: StepKeeper { StepKeeper(place) }

    /// Sets a value as one step.
    func set(_ value: Int, of id: Int = 1, by keeper: StepKeeper) async throws {
      try await connection.write(keptBy: keeper) { db in
        let (_, log) = try db.recordingRows { try db.execute("UPDATE t SET v = \(value) WHERE id = \(id)") }
        let change = BookChange(log, of: "t")
        return ((), .made(KeptStep(label: "Set \(value)", table: "t", change: change)))
      }
    }

    /// Takes the next step.
    func take(isUndo: Bool, by keeper: StepKeeper) async throws {
      try await connection.write(keptBy: keeper) { db in
        let step = try #require(keeper.next(isUndo: isUndo, db))
        _ = try (isUndo ? step.change.inverse : step.change).apply(db)
        return ((), .taken(step.change, isUndo: isUndo, now: nil))
      }
    }

    func labels(_ keeper: StepKeeper) async throws -> [String] {
      try await connection.read { db in
        let steps = keeper.steps(db)
        return [steps.done, steps.undone].map { $0.map(\.label).joined(separator: " ") }
      }
    }

    func value(of id: Int = 1) async throws -> [Int] {
      try await connection.read { try $0.integers("SELECT v FROM t WHERE id = \(id)") }
    }
  }

  private func withBook(_ body: (Book) async throws -> Void) async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
        try db.execute("INSERT INTO t VALUES (1, 0), (2, 0)")
      }
      try await withFolder { folder in
        let path = folder.appending(path: "state/steps/1-2").path
        let folders = ["state", "state/steps"].map { folder.appending(path: $0).path }
        try await body(Book(connection: connection, place: StepPlace(path: path, folders: folders, birth: "5.7")))
      }
    }
  }

  /// HIS-06
  @Test func stepsAreTakenBackByTheNextKeeper() async throws {
    try await withBook { book in
      let first = book.keeper
      for value in 1...10 { try await book.set(value, by: first) }
      #expect(try await book.labels(book.keeper)[0].hasSuffix("Set 9 Set 10"))
      for value in (0...9).reversed() {
        // Each by a keeper of its own.
        try await book.take(isUndo: true, by: book.keeper)
        #expect(try await book.value() == [value])
      }
      try await book.take(isUndo: false, by: book.keeper)
      #expect(try await book.value() == [1])
      #expect(
        try await book.labels(book.keeper) == ["Set 1", (2...10).reversed().map { "Set \($0)" }.joined(separator: " ")])
      // A new step clears those to make again.
      try await book.set(77, by: book.keeper)
      #expect(try await book.labels(book.keeper) == ["Set 1 Set 77", ""])
    }
  }

  /// HIS-06
  @Test func keepersOfTheSameFileSeeEachOthersSteps() async throws {
    try await withBook { book in
      let (mine, other) = (book.keeper, book.keeper)
      #expect(mine.hasNews)
      try await book.set(1, by: mine)
      _ = try await book.labels(mine)
      #expect(!mine.hasNews)
      try await book.set(2, by: other)
      #expect(mine.hasNews)
      // A step of its own does not hide the other's.
      try await book.set(3, of: 2, by: mine)
      #expect(mine.hasNews)
      #expect(try await book.labels(mine) == ["Set 1 Set 2 Set 3", ""])
      try await book.take(isUndo: true, by: other)
      #expect(try await book.labels(mine) == ["Set 1 Set 2", "Set 3"])
    }
  }

  /// HIS-09
  @Test func theFileIsPrivate() async throws {
    try await withBook { book in
      try await book.set(1, by: book.keeper)
      for (path, mode) in [(book.place.path, 0o100600), (book.place.folders[1], 0o40700)] {
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode == mode_t(mode))
      }
    }
  }

  /// HIS-07
  @Test func aTornEndIsNoStep() async throws {
    try await withBook { book in
      for value in 1...3 { try await book.set(value, by: book.keeper) }
      let whole = try Data(contentsOf: URL(fileURLWithPath: book.place.path))
      for length in 0..<whole.count {
        try whole.prefix(length).write(to: URL(fileURLWithPath: book.place.path))
        let keeper = StepKeeper(book.place, isReadOnly: true)
        let labels = try await book.labels(keeper)[0]
        #expect("Set 1 Set 2 Set 3".hasPrefix(labels), "\(length): \(labels)")
        #expect(keeper.takeTrouble() == nil, "\(length)")
      }
      // What is added later takes the place of what is torn.
      try whole.prefix(whole.count - 3).write(to: URL(fileURLWithPath: book.place.path))
      try await book.set(4, by: book.keeper)
      #expect(try await book.labels(book.keeper) == ["Set 1 Set 2 Set 3 Set 4", ""])
    }
  }

  /// HIS-07
  @Test func anOpenIntentCountsOnlyWithItsRows() async throws {
    try await withBook { book in
      try await book.set(1, by: book.keeper)
      // A program that was killed before its commit.
      struct Killed: Error {}
      let killed = book.keeper
      await #expect(throws: Killed.self) {
        try await book.connection.write { db in
          killed.catchUp(db, isWriting: true)
          let (_, log) = try db.recordingRows { try db.execute("UPDATE t SET v = 2 WHERE id = 1") }
          _ = killed.intend(.made(KeptStep(label: "Set 2", table: "t", change: BookChange(log, of: "t"))))
          throw Killed()
        }
      }
      #expect(try await book.labels(book.keeper) == ["Set 1", ""])
      // The same change by another program does not make a step of it, once someone has written.
      try await book.set(5, of: 2, by: book.keeper)
      try await book.connection.write { try $0.execute("UPDATE t SET v = 2 WHERE id = 1") }
      #expect(try await book.labels(book.keeper) == ["Set 1 Set 5", ""])
      // A program that was killed after its commit.
      let late = book.keeper
      try await book.connection.write { db in
        late.catchUp(db, isWriting: true)
        let (_, log) = try db.recordingRows { try db.execute("UPDATE t SET v = 6 WHERE id = 2") }
        _ = late.intend(.made(KeptStep(label: "Set 6", table: "t", change: BookChange(log, of: "t"))))
      }
      #expect(try await book.labels(book.keeper) == ["Set 1 Set 5 Set 6", ""])
      try await book.connection.write { try $0.execute("UPDATE t SET v = 8 WHERE id = 2") }
      #expect(try await book.labels(book.keeper) == ["Set 1 Set 5 Set 6", ""])
    }
  }

  /// HIS-09
  @Test func damageIsToldOnceAndTheStepsBeforeItStay() async throws {
    try await withBook { book in
      for value in 1...3 { try await book.set(value, by: book.keeper) }
      let url = URL(fileURLWithPath: book.place.path)
      var damaged = try Data(contentsOf: url)
      damaged[damaged.count / 2] ^= 0x40
      try damaged.write(to: url)
      let keeper = book.keeper
      #expect(try await book.labels(keeper)[0] == "Set 1")
      #expect(
        keeper.takeTrouble() == "The steps kept for undo are damaged: undo goes back as far as they can be read.")
      #expect(keeper.takeTrouble() == nil)
      try await book.set(9, by: keeper)
      #expect(keeper.takeTrouble() == nil)
      #expect(try await book.labels(book.keeper)[0] == "Set 1 Set 9")
    }
  }

  /// HIS-09
  @Test func aNewerFileStaysAsItIs() async throws {
    try await withBook { book in
      try await book.set(1, by: book.keeper)
      let url = URL(fileURLWithPath: book.place.path)
      let newer = Data("almanac steps 2\nwhatever\nit holds".utf8)
      try newer.write(to: url)
      let keeper = book.keeper
      try await book.set(2, by: keeper)
      #expect(try await book.value() == [2])
      #expect(
        keeper.takeTrouble()
          == "The steps kept for undo are of a newer Almanac: they stay as they are, and none is added.")
      try await book.set(3, by: keeper)
      #expect(keeper.takeTrouble() == nil)
      #expect(try Data(contentsOf: url) == newer)
    }
  }

  /// HIS-09
  @Test func aFolderThatCanNotBeMadeIsToldOnce() async throws {
    try await withBook { book in
      _ = FileManager.default.createFile(atPath: book.place.folders[0], contents: nil)
      let keeper = book.keeper
      try await book.set(1, by: keeper)
      #expect(keeper.takeTrouble() == "Undo can't keep its steps for the next start: Not a directory.")
      try await book.set(2, by: keeper)
      #expect(keeper.takeTrouble() == nil)
      #expect(!keeper.hasNews)
      #expect(try await book.value() == [2])
    }
  }

  /// HIS-09
  @Test func aPlaceThatCanNotBeWrittenIsToldOnce() async throws {
    try await withBook { book in
      // The system lets no one make a folder there, and this device takes no file's content.
      for path in ["/proc/almanac/steps/1-2", "/dev/full"] {
        let folder = String(path.dropLast(path.split(separator: "/").last?.count ?? 0).dropLast())
        let keeper = StepKeeper(StepPlace(path: path, folders: [folder], birth: "5.7"))
        try await book.set(1, by: keeper)
        let trouble = try #require(keeper.takeTrouble(), "\(path)")
        #expect(trouble.hasPrefix("Undo can't keep its steps for the next start: "), "\(trouble)")
        try await book.set(2, by: keeper)
        #expect(keeper.takeTrouble() == nil)
        #expect(try await book.value() == [2])
        #expect(try await book.labels(keeper) == ["", ""])
      }
    }
  }

  /// HIS-09
  @Test func aHeldFileIsToldOnceAndKeepsItsSteps() async throws {
    try await withBook { book in
      try await book.set(1, by: book.keeper)
      let holder = open(book.place.path, O_RDWR)
      #expect(flock(holder, LOCK_EX) == 0)
      let keeper = book.keeper
      try await book.set(2, by: keeper)
      #expect(try await book.value() == [2])
      #expect(
        keeper.takeTrouble() == "Another program holds the steps kept for undo: no step is kept for the next start.")
      try await book.set(3, by: keeper)
      #expect(keeper.takeTrouble() == nil)
      close(holder)
      #expect(try await book.labels(book.keeper) == ["Set 1", ""])
    }
  }

  /// HIS-09
  @Test func aFolderThatGoesIsMadeAgain() async throws {
    try await withBook { book in
      let keeper = book.keeper
      try await book.set(1, by: keeper)
      try FileManager.default.removeItem(atPath: book.place.folders[0])
      try await book.set(2, by: keeper)
      #expect(keeper.takeTrouble() == nil)
      #expect(try await book.labels(book.keeper) == ["Set 2", ""])
    }
  }

  /// HIS-08
  @Test func aReusedInodeHasNoSteps() async throws {
    try await withBook { book in
      try await book.set(1, by: book.keeper)
      var other = book.place
      other.birth = "9.9"
      #expect(try await book.labels(StepKeeper(other)) == ["", ""])
      try await book.set(2, by: StepKeeper(other))
      #expect(try await book.labels(StepKeeper(other)) == ["Set 2", ""])
      #expect(try await book.labels(book.keeper) == ["", ""])
    }
  }

  @Test func theOlderHalfGoesBeyondTheLimit() async throws {
    try await withBook { book in
      let keeper = book.keeper
      for value in 1...3 { try await book.set(value, by: keeper) }
      try await book.take(isUndo: true, by: keeper)
      var file = StepFile(book.place)
      let change = try await book.connection.read { db in try #require(keeper.next(isUndo: true, db)).change }
      let many = (0..<StepStack<KeptStep>.capacity).flatMap { number in
        let id = StepID()
        return [
          (id, StepEntry.making(KeptStep(label: "\(number)", table: "t", change: change))),
          (StepID(), StepEntry.settled(id, isDone: true)),
        ]
      }
      _ = try file.append(many, syncs: false)
      let length = StepFile.version(at: book.place.path).length
      try await book.set(7, by: keeper)
      #expect(StepFile.version(at: book.place.path).length < length * 6 / 10)
      let steps = try await book.connection.read { db in (keeper.steps(db), StepKeeper(book.place).steps(db)) }
      #expect(steps.0.done == steps.1.done)
      #expect(steps.0.done.count == 5_000)
      #expect(steps.0.done.last?.label == "Set 7")
      #expect(steps.0.done.first?.label == "5001")
      // The other has the former file open, and finds the new one.
      file.close()
      try await book.set(8, by: keeper)
      #expect(try await book.labels(book.keeper)[0].hasSuffix("Set 7 Set 8"))
    }
  }
}
