// The compiler's messages about wrong uses of the reducer macros, with their places.
import TestSupport
import Testing

@Suite(.recordsIssues)
struct ReducerDiagnosticsTests {
  @Test("A wrong use is told at what is wrong, with a sentence that says what to do")
  func diagnostics() async throws {
    let source = """
      import Stores
      @Reducer
      class A {}
      @Reducer
      struct B {
        struct State {}
        struct Action {}
      }
      @Reducer
      struct C {
        class State {}
        enum Action {}
      }
      @Reducer
      struct D {
        struct State {}
        enum Action { case a }
        var body: some ReducerOf<Self> { EmptyReducer() }
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      @CasePathable
      struct E {}
      @CasePathable
      enum F { case a(Int), a(String) }
      @ObservableState
      class G {}
      struct H {
        @ObservationStateIgnored func value() {}
      }
      """
    let messages = try await macroErrors(in: source)
    #expect(
      messages == [
        "3:1: @Reducer makes a structure a reducer. Write the feature as a struct with State, Action and body.",
        "7:10: The Action of a reducer is an enum with a case for each thing that can happen.",
        """
        11:9: The State of a reducer is a value, which the store compares before and after a reduction: write it as a \
        struct or an enum.
        """,
        """
        19:8: A reducer has either a body or reduce(into:action:). Move this into a Reduce in body, or remove body.
        """,
        "22:1: @CasePathable gives the cases of an enum key paths. Remove it, or make this an enum.",
        """
        24:23: @CasePathable needs cases with names of their own: 'a' occurs twice. Rename one of them.
        """,
        """
        26:1: @ObservableState marks a value, which the store compares before and after a reduction. Make this a struct \
        or an enum.
        """,
        "28:3: @ObservationStateIgnored marks a stored property of an @ObservableState. Remove it here.",
      ])
  }

  /// The errors that macros report in `source`, as "line:column: sentence", in order.
  private func macroErrors(in source: String) async throws -> [String] {
    let ending = try Regex(" \\(from macro '.*'\\)$")
    return try await compilerMessages(in: source).filter { $0.contains(ending) }.map {
      String($0.replacing("error: ", with: "", maxReplacements: 1).replacing(ending, with: ""))
    }
  }
}
