// Writing the list to a new file, as it is searched, filtered, sorted and arranged now.
//
//   :export PATH ──> page by page, on a reader ──> a new file ──> message
//                        └──> Ctrl-C, an error: no new file
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Locks
import Stores

extension RecordList {
  /// Writes all records of the list with its shown columns. The ending of the path is the format.
  func export(to path: String, _ state: inout State) -> Effect<Action> {
    func refuse(_ sentence: String) -> Effect<Action> { .send(.report(.failed(sentence))) }
    if state.isPaused { return refuse("Not while the list is paused, which shows an earlier state: P goes on.") }
    if state.work.exporting != nil { return refuse("Not now: this list is being written to a file.") }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.contains(".") ? name.split(separator: ".").last.map { $0.lowercased() } : nil
    guard let format = ending.flatMap(DataFormat.init(named:)) else {
      return refuse("The name \(name) tells no format: it must end with .csv, .tsv, .json, .jsonl or .md.")
    }
    let (table, columns, exporting) = (state.table, state.outputColumns, Exporting())
    let listing = RecordListing(state.list, columns: columns.names)
    state.work.exporting = exporting
    let work = Effect<Action>.run { [database] send in
      let count = try await exporting.run { try await listing.write(to: path, as: format, from: database) }
      await send(.change(.exportEnded(.noted("Wrote \(table.counted(count)) to \(path)\(columns.remark)."))))
    } catch: { error, send in
      let sentence =
        switch error {
        case is NewFile.Failure: "\(error)"
        case is Exporting.Stopped: "Not written: it was stopped. There is no new file."
        default: "Not written: \(sentence(error)). There is no new file."
        }
      await send(.change(.exportEnded(.failed(sentence))))
    }
    return .merge(.send(.report(.noted("Writing \(name). Ctrl-C stops it."))), work)
  }
}

/// An export that is under way, until its result is reported.
final class Exporting: Sendable, Equatable {
  /// The error that it was stopped. An effect whose error is a cancellation reports nothing.
  struct Stopped: Error {}

  private let state = Lock((task: Task<Int, any Error>?.none, isStopped: false))

  /// Runs it. Throws `Stopped` if it was stopped before its end.
  func run(_ body: @escaping @Sendable () async throws -> Int) async throws -> Int {
    let task = Task { try await body() }
    state.withLock { state in
      state.task = task
      if state.isStopped { task.cancel() }
    }
    do {
      return try await task.value
    } catch _ where state.withLock(\.isStopped) {
      throw Stopped()
    }
  }

  /// Stops it. If the file is there already, it stays.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.task?.cancel()
    }
  }

  static func == (one: Exporting, other: Exporting) -> Bool { one === other }
}
