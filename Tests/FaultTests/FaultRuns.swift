// One deed, run with one fault after the other.
import Databases
import Foundation
import Locks
import TestSupport
import Testing

/// The runs of one deed in one journal mode.
struct FaultRuns: Sendable {
  let deed: Deed
  let books: FaultBooks

  /// Only a run that hangs takes longer.
  private static let patience: Duration = .seconds(120)

  /// The name that repeats a run.
  private func name(_ fault: Fault) -> String {
    "\(deed.name)|\(books.journal)|\(fault.call.rawValue)|\(fault.number)|\(fault.lasts ? "lasts" : "once")|\(fault.code)"
  }

  func run(_ choice: FaultChoice, _ table: inout FaultTable) async throws {
    let ours = FileFault { _, path in FaultPlan.error(.system, path) }
    defer { ours.end() }
    let (wanted, before, wantedAfter, counts) = try await books.withBook { path, files in
      let before = try BookContent(path: path)
      FaultPlan.begin(on: files, nil)
      let outcome = try await deed.run(path)
      return (outcome, before, try books.content(path), FaultPlan.end())
    }
    if let shown = wanted.shown {
      #expect(shown.contains(wantedAfter))
    } else {
      #expect(wanted.status == 0, "\(wanted)")
    }
    for fault in choice.faults(counts, name: name) {
      let start = ContinuousClock.now
      let verdict = try await books.withBook { path, files in
        FaultPlan.begin(on: files, fault)
        let outcome = try await ended { try await deed.run(path) }
        FaultPlan.end()
        guard let outcome else { return Verdict.failure("it does not end") }
        let files = books.files(path)
        do {
          let verdict = Verdict(
            outcome, wanted: wanted, errorLeaves: deed.errorLeaves, before: before, wantedAfter: wantedAfter,
            after: try books.content(path))
          guard case .failure(let text) = verdict else { return verdict }
          return .failure("\(text); files: \(files)")
        } catch {
          return .failure("\(error)")
        }
      }
      table.add("\(deed.name) | \(books.journal) | \(fault.call.rawValue)", verdict, .now - start)
      guard case .failure(let text) = verdict else { continue }
      Issue.record("FAULTS='\(name(fault))': \(text)")
    }
  }

  /// The outcome of `body`; `nil` if it does not end in time.
  private func ended(_ body: @escaping @Sendable () async throws -> Outcome) async throws -> Outcome? {
    let deadline = Lock<Task<Void, Never>?>(nil)
    defer { deadline.withLock { $0 }?.cancel() }
    return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Outcome?, any Error>) in
      let waiting = Lock<CheckedContinuation<Outcome?, any Error>?>(continuation)
      let end: @Sendable (Result<Outcome?, any Error>) -> Void = { result in
        let continuation = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        continuation?.resume(with: result)
      }
      let task = Task {
        do { end(.success(try await body())) } catch { end(.failure(error)) }
      }
      let limit = Task {
        guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
        task.cancel()
        end(.success(nil))
      }
      deadline.withLock { $0 = limit }
    }
  }
}
