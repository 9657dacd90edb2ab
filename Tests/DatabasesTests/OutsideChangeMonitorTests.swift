// The monitor of outside changes against a writer in a second process.

import Foundation
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues, .timeLimit(.minutes(10))) struct OutsideChangeMonitorTests {
  @Test("another process's commits are seen in each journal mode", arguments: ["wal", "delete", "truncate", "persist"])
  func commitsAreSeen(mode: String) async throws {
    try await withMonitoredFile(journal: mode) { shell, watched, _ in
      #expect(OutsideChangeMonitor.trigger(forFileAt: watched.path) == .events)
      for id in 1...5 {
        try await shell.run("INSERT INTO records VALUES (\(id))")
        await watched.change()
      }
      #expect(watched.recordCount() == 5)
    }
  }

  @Test("a symbolic link is followed to the folder of the real file")
  func symbolicLink() async throws {
    try await withMonitoredFile(journal: "wal", at: "elsewhere/link.db") { shell, watched, _ in
      try await shell.run("INSERT INTO records VALUES (1)")
      await watched.change()
      #expect(watched.recordCount() == 1)
    }
  }

  @Test("where the kernel reports nothing, looks at intervals see the commit")
  func interval() async throws {
    try await withMonitoredFile(journal: "wal", trigger: .interval) { shell, watched, monitor in
      #expect(monitor.trigger == .interval)
      try await shell.run("INSERT INTO records VALUES (1)")
      await watched.change()
    }
  }

  @Test("a look that finds the database busy is repeated until the lock is gone")
  func busy() async throws {
    try await withMonitoredFile(journal: "delete") { shell, watched, _ in
      // More busy looks than the back-off has, so it is not the back-off that finds the commit.
      try await shell.run("BEGIN EXCLUSIVE; INSERT INTO records VALUES (1)")
      for _ in 0..<20 { await watched.busyLook() }
      #expect(watched.changeCount == 0)
      try await shell.run("COMMIT")
      await watched.change()
      #expect(watched.recordCount() == 1)
    }
  }

  @Test("stop ends the looks, also when look itself calls it; a second stop does nothing")
  func stopping() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "records.db").path
      try await SQLiteShell(path).run("CREATE TABLE records(id)")
      let looks = Lock(0)
      let monitor = try OutsideChangeMonitor(path: path) {
        looks.withLock { $0 += 1 }
        return .busy
      }
      monitor.stop()
      let seen = looks.withLock { $0 }
      monitor.stop()
      #expect(looks.withLock { $0 } == seen)

      let slot = Lock<OutsideChangeMonitor?>(nil)
      let (armed, stopped) = (Gate(), Gate())
      let calls = Lock(0)
      let other = try OutsideChangeMonitor(path: path) {
        calls.withLock { $0 += 1 }
        armed.waitBlocking()
        slot.withLock { $0 }?.stop()
        stopped.open()
        return .busy
      }
      slot.withLock { $0 = other }
      armed.open()
      await stopped.opened()
      slot.withLock { $0 = nil }
      #expect(calls.withLock { $0 } == 1)
    }
  }

  @Test("a file that is not there is an error that names it", arguments: ["/nowhere/at/all.db", "nowhere.db"])
  func missingFile(path: String) {
    #expect(throws: SystemCallError("realpath", path: path, code: 2)) {
      try OutsideChangeMonitor(path: path) { .unchanged }
    }
    #expect("\(SystemCallError("realpath", path: "/x", code: 2))" == "realpath /x: No such file or directory")
  }

  @Test("network and FUSE file systems are looked at by intervals, local ones are not")
  func fileSystems() {
    for type: UInt32 in [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997] {
      #expect(FileSystem(type: type).hidesChangesOfOthers)
    }
    for type: UInt32 in [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630] {
      #expect(!FileSystem(type: type).hidesChangesOfOthers)
    }
  }
}

@Suite(.recordsIssues) struct OutsideChangeFolderWatchTests {
  @Test("only the files that a commit writes count: not the -shm, not a neighbour")
  func names() async throws {
    try await withFolder { folder in
      // The path has no symbolic links, which the system's temporary folder may have.
      let file = folder.resolvingSymlinksInPath().appending(path: "records.db").path
      let watch = try #require(FolderWatch(databaseFile: file, path: file))
      #expect(watch.takeReports() == .init())
      // Links, because no process holds them open: a process that another test spawns may hold a file a little longer.
      for name in ["-shm", ".bak", "-wal2"] {
        #expect(symlink("nowhere", file + name) == 0)
        #expect(watch.takeReports() == .init(touched: false, ended: false))
      }
      for name in ["-wal", "-journal", ""] {
        #expect(symlink("nowhere", file + name) == 0)
        #expect(watch.takeReports() == .init(touched: true, pathTurned: name.isEmpty, ended: false))
      }
      #expect(unlink(file + "-wal") == 0)
      #expect(watch.takeReports() == .init(touched: true, ended: false))
      #expect(rename(folder.path, folder.path + "-moved") == 0)
      defer { try? FileManager.default.removeItem(atPath: folder.path + "-moved") }
      #expect(watch.takeReports().ended)
    }
  }
}

@Suite struct OutsideChangeLookScheduleTests {
  @Test("looks follow at once, after 20 microseconds and then doubled for ten seconds: a log may reach the disk late")
  func backOff() {
    var schedule = LookSchedule()
    #expect(schedule.wait == nil)
    schedule.filesTouched()
    var waits: [Int64] = []
    while let wait = schedule.wait {
      waits.append(wait.components.seconds * 1_000_000 + wait.components.attoseconds / 1_000_000_000_000)
      schedule.looked(waits.count == 3 ? .changed : .unchanged)
    }
    #expect(waits == [0] + (0..<19).map { 20 << $0 })
    #expect(waits.last == 5_242_880)
  }

  @Test("B1: the first look can leave the processor to the first screen, and a report calls for it at once")
  func firstLook() {
    var schedule = LookSchedule()
    schedule.begin(after: .milliseconds(30))
    #expect(schedule.wait == .milliseconds(30) && schedule.heedsReports)
    schedule.looked(.unchanged)
    #expect(schedule.wait == .microseconds(20))
    schedule.begin(after: .milliseconds(30))
    schedule.filesTouched()
    #expect(schedule.wait == .zero)
  }

  @Test("a new report starts over; a busy look is repeated after 10 ms, then ever more rarely, and uses nothing up")
  func startingOver() {
    var schedule = LookSchedule()
    schedule.filesTouched()
    schedule.looked(.unchanged)
    schedule.looked(.unchanged)
    #expect(schedule.wait == .microseconds(40))
    schedule.filesTouched()
    #expect(schedule.wait == .zero)
    for wait in [10, 20, 40, 80, 100, 100] {
      schedule.looked(.busy)
      #expect(schedule.wait == .milliseconds(wait))
    }
    schedule.looked(.changed)
    #expect(schedule.wait == .microseconds(20))
    schedule.looked(.busy)
    #expect(schedule.wait == .milliseconds(10))
  }

  @Test("W1: while our own write is under way looks come each millisecond, whatever is reported, and use nothing up")
  func ownWrite() {
    var schedule = LookSchedule()
    schedule.filesTouched()
    for _ in 0..<100 {
      schedule.looked(.writing)
      #expect(schedule.wait == .milliseconds(1) && !schedule.heedsReports)
    }
    schedule.looked(.unchanged)
    #expect(schedule.wait == .microseconds(20) && schedule.heedsReports)
  }

  @Test("CHG-07: holding a state uses up none of the looks that follow, so a commit that reaches the disk late is seen")
  func holding() {
    var schedule = LookSchedule()
    schedule.filesTouched()
    schedule.looked(.changed)
    for _ in 0..<40 { schedule.looked(.holding) }
    #expect(schedule.wait == .milliseconds(10))
    var waited = Duration.zero
    schedule.looked(.unchanged)
    while let wait = schedule.wait {
      waited += wait
      schedule.looked(.unchanged)
    }
    #expect(waited >= .seconds(5))
  }

  @Test("after a change at the end of the looks, or at a look without a report, others follow and let go of its state")
  func changeAtTheEnd() {
    for touched in [false, true] {
      var schedule = LookSchedule()
      if touched { schedule.filesTouched() }
      for _ in 0..<30 { schedule.looked(.unchanged) }
      #expect(schedule.wait == nil)
      schedule.looked(.changed)
      #expect(schedule.wait == .microseconds(20))
    }
  }
}
