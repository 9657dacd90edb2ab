// A verb that runs in this process with streams of its own.
import CNcurses
import Foundation
import TestSupport

@testable import almanac

extension Deed {
  /// A verb with its arguments. FILE is replaced by the book's path.
  static func verb(
    _ arguments: String..., isNew: Bool = false, errorLeaves: ErrorLeaves = .asBefore, isSampled: Bool = true
  ) -> Deed {
    Deed(name: arguments.joined(separator: " "), isNew: isNew, errorLeaves: errorLeaves, isSampled: isSampled) { path in
      try await withStreams(path) { try await status(of: arguments + ["--file", path]) }
    }
  }

  /// `import` of a file that contains `text`.
  static func importing(_ text: String, into table: String) -> Deed {
    Deed(name: "import \(table)", isSampled: false) { path in
      let source = path + ".csv"
      try FaultPlan.spare { try text.write(toFile: source, atomically: false, encoding: .utf8) }
      return try await withStreams(path) {
        try await status(of: ["import", source, "--into", table, "--file", path])
      }
    }
  }

  /// `script`, on a copy of the book or on the book itself.
  static func script(_ keys: String, _ options: String...) -> Deed {
    Deed(
      name: (["script", keys] + options).joined(separator: " "), errorLeaves: options.isEmpty ? .asBefore : .anything,
      isSampled: false
    ) { path in
      let before = try FaultPlan.spare { try BookContent(path: path) }
      let words = ["script", keys, "--now", "2026-01-31 12:00", "--file", path] + options
      var outcome = try await withStreams(path) { try await status(of: words) }
      // The screen also shows the failure, in other words, unless no write succeeds from the start.
      if outcome.status == 1 { outcome.output = "" }
      if outcome.status == 0, outcome.output.contains(" · frozen") { outcome.shown = [before] }
      return outcome
    }
  }

  /// The status with which the program would exit.
  private static func status(of words: [String]) async throws -> Int32 {
    let (verb, words) = Almanac.verb(of: words)
    guard let arguments = try Almanac.arguments(of: verb, words) else { return 0 }
    return await Almanac.status(of: verb, arguments)
  }

  /// Calls `body` with pipes for streams, and reads them after it has ended. The output must fit into them.
  private static func withStreams(_ path: String, _ body: () async throws -> Int32) async throws -> Outcome {
    let (output, errors) = (Pipe(), Pipe())
    let status = try await StandardStreams.$output.withValue(output.fileHandleForWriting.fileDescriptor) {
      try await StandardStreams.$errors.withValue(errors.fileHandleForWriting.fileDescriptor) { try await body() }
    }
    // The available bytes only: there is no end while a thread watches the reader.
    func text(_ pipe: Pipe) -> String {
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = max(0, read(descriptor, &bytes, bytes.count))
      return String(decoding: bytes[..<count], as: UTF8.self).replacing(path, with: "FILE")
        // The times of newly made records.
        .replacing(/20\d\d-(0[6-9]|1\d)[-0-9:. ]+/, with: "now")
    }
    return Outcome(status: status, output: text(output), errors: text(errors))
  }

  /// `watch`, until it has printed a record that another connection adds. `began` is called just before that, so a plan
  /// that starts there takes effect at once.
  static func watch(began: @escaping @Sendable () -> Void = {}) -> Deed {
    Deed(name: "watch facts", errorLeaves: .anything) { path in try await watch(path, began) }
  }

  private static func watch(_ path: String, _ began: @escaping @Sendable () -> Void) async throws -> Outcome {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw Trouble("There is no pseudo-terminal to be had.") }
    let (terminal, errors) = (FileHandle(fileDescriptor: master, closeOnDealloc: true), Pipe())
    let output = slave
    async let status = StandardStreams.$output.withValue(output) {
      try await StandardStreams.$errors.withValue(errors.fileHandleForWriting.fileDescriptor) {
        let status = try await Deed.status(of: ["watch", "facts", "--file", path])
        // Ends the pipe for a reader that waits for a line.
        try errors.fileHandleForWriting.close()
        return status
      }
    }
    let (shown, said) = try await offPool {
      let complaints = errors.fileHandleForReading
      var said = String(decoding: complaints.availableData, as: UTF8.self)
      var shown = ""
      if said.hasPrefix("Watching") {
        said = ""
        try FaultPlan.spare {
          began()
          try RawConnection(path, fileSystem: "unix").run(
            "INSERT INTO facts(id, body, createdAt) VALUES (9, 'Told.', '2026-01-01 00:00:00.000')")
        }
        var wishes = [terminal, complaints].map {
          pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0)
        }
        // A watch waits for a lock without a word, and must tell then what came meanwhile.
        if poll(&wishes, 2, 6_000) == 0 { FaultPlan.releaseLock() }
        // Waits for a line, or for a complaint or its end instead. Only a watch that says nothing at all reaches the limit.
        while shown.utf8.last != 10, poll(&wishes, 2, 60_000) > 0, wishes[0].revents & Int16(POLLIN) != 0 {
          shown += String(decoding: terminal.availableData, as: UTF8.self)
        }
      }
      try terminal.close()
      said += String(decoding: try complaints.readToEnd() ?? Data(), as: UTF8.self)
      return (shown, said)
    }
    let ended = try await status
    close(output)
    return Outcome(status: ended, output: shown, errors: said.replacing(path, with: "FILE"))
  }
}
