// Stacks that overflow on the connections' queues.

import Foundation
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct SignalStackTests {
  @Test("where the stack overflows in a read, the handler of the signal runs")
  func inARead() async {
    await #expect(processExitsWith: .exitCode(42)) {
      exitWhereStacksOverflow()
      try await withFolder { folder in
        let path = folder.appending(path: "a.db").path
        let connection = try await SQLiteConnection.open(storage: .file(path: path))
        _ = try await connection.read { _ in depth(0) }
      }
    }
  }

  @Test("a thread that has a stack for signal handlers keeps it")
  func itsOwn() {
    let (size, done) = (131_072, DispatchSemaphore(value: 0))
    let found = Lock<Int?>(nil)
    Thread.detachNewThread {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      var own = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
      sigaltstack(&own, nil)
      SignalStack.prepareThread()
      var present = stack_t()
      sigaltstack(nil, &present)
      found.withLock { $0 = present.ss_sp == memory ? present.ss_size : nil }
      done.signal()
    }
    done.wait()
    #expect(found.withLock { $0 } == size)
  }

  @Test("where the stack overflows in a write, the handler of the signal runs")
  func inAWrite() async {
    await #expect(processExitsWith: .exitCode(42)) {
      exitWhereStacksOverflow()
      let connection = try await SQLiteConnection.open(storage: .memory)
      _ = try await connection.write { _ in depth(0) }
    }
  }

  @Test("where the stack overflows in a subscriber of another program's commits, the handler of the signal runs")
  func inASubscriber() async {
    await #expect(processExitsWith: .exitCode(42)) {
      exitWhereStacksOverflow()
      try await withWatchedFile("wal") { connection, path, _ in
        let subscription = connection.subscribe { _ in overflow() }
        try await SQLiteShell(path).run("INSERT INTO t VALUES(3);")
        await Gate().opened()
        withExtendedLifetime(subscription) {}
      }
    }
  }

  @Test("where the stack overflows in a subscriber while others' commits are looked for, the handler runs")
  func inALook() async {
    await #expect(processExitsWith: .exitCode(42)) {
      exitWhereStacksOverflow()
      try await withWatchedFile("wal") {
        $0.watchesOtherProcesses = false
      } _: { connection, path, _ in
        let subscription = connection.subscribe { _ in overflow() }
        try await SQLiteShell(path).run("INSERT INTO t VALUES(3);")
        try await connection.lookForOutsideChanges()
        withExtendedLifetime(subscription) {}
      }
    }
  }
}

private func overflow() { if depth(0) == 0 { print("The stack held.") } }

/// Recurses deeper than any stack allows.
private func depth(_ level: Int) -> Int { level == .max ? 0 : depth(level + 1) + 1 }

/// Ends the program with a status of its own if a stack overflows.
private func exitWhereStacksOverflow() {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = { _ in _exit(42) }
  action.sa_flags = SA_ONSTACK
  sigaction(SIGSEGV, &action, nil)
}
