// A test store that goes out of scope before its test has asserted everything.
import IssueReporting
import Stores
import TestSupport
import Testing

@Reducer
private struct Tapping {
  @ObservableState
  struct State: Equatable { var count = 0 }

  enum Action: Equatable {
    case tapOnMain
    case listen
    case answered(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapOnMain: return .run { @MainActor send in send(.answered(3)) }
      case .listen: return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      case .answered(let count):
        state.count = count
        return .none
      }
    }
  }
}

@MainActor
@Suite(.recordsIssues)
struct DroppedTestStoreTests {
  /// Runs a part of a test as `.recordsIssues` runs a test.
  private func scoped(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await RecordIssues().provideScope(for: test, testCase: Test.Case.current, performing: body)
  }

  @Test("LIB-07: a store that goes out of scope with an action that was not received fails the test that made it")
  func unreceived() async throws {
    try await withKnownIssue {
      try await scoped { @MainActor in
        let store = TestStore(initialState: Tapping.State()) { Tapping() }
        await store.send(.tapOnMain)
      }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("The test ended, but these actions were not received:") == true
        && issue.sourceLocation?.fileName == "DroppedTestStoreTests.swift"
    }
  }

  @Test("LIB-07: so does one with an effect that runs, released off the main actor")
  func running() async throws {
    try await withKnownIssue {
      try await scoped {
        let store = await TestStore(initialState: Tapping.State()) { Tapping() }
        await store.send(.listen)
      }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("The test ended, but effects are still running.") == true
    }
  }
}
