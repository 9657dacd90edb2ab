// The result as a chart, which follows the commits as its list does.
//
//   v ──> the rows are read ──charted──> the chart;  rows change ──chartNeeded──> read again
import AlmanacRecords
import Databases
import Stores
import Terminals

/// The first rows of a result, for a chart.
public struct QueryChart: Equatable, Sendable {
  let columns: [String]
  let rows: [[ExactValue]]
  /// The ids of the rows in the result.
  let ids: [Int]
  /// The version of the result that they are from.
  let version: Int

  /// The most rows of a chart.
  static let rowLimit = 10_000

  /// Reads the first rows of a result; nil if its query must run again.
  init?(_ result: QueryResult, atMost count: Int) async {
    guard let content = await result.content(atMost: count) else { return nil }
    (columns, rows, ids, version) = content
  }

  /// The chart; `nil` if the columns have another form. `changed`: which rows have changed a moment ago.
  func chart(_ theme: Theme, changed: [Bool] = []) -> ResultChart? {
    ResultChart(columns: columns, rows: rows, changed: changed, theme: theme)
  }
}

/// What the query screen shows in addition to the text and the list.
struct QueryInsight: Equatable {
  /// The plan that was asked for; `nil` until it is known.
  var plan: Query.Plan?
  /// The chart in place of the list.
  var chart: QueryChart?
  /// The form of the values that the text needs.
  var parameters = ParameterForm()
  /// The records that the last chosen row comes from, if they are several.
  var sources: [Query.Source] = []
}

extension Query {
  /// Shows the result as a chart, or as a list again.
  func toggleChart(_ state: inout State) -> Effect<Action> {
    guard state.insight.chart != nil else { return readChart(state) }
    state.insight.chart = nil
    return .none
  }

  /// Reads the rows for the chart.
  func readChart(_ state: State) -> Effect<Action> {
    guard let result = state.result else { return .none }
    return .run { send in
      guard let chart = await QueryChart(result, atMost: QueryChart.rowLimit) else { return }
      await send(.charted(chart, of: result))
    }
    .cancellable(id: EffectName.chart, cancelInFlight: true)
  }

  /// Shows a chart, if the columns have the form of one.
  func show(_ chart: QueryChart, _ state: inout State) -> Effect<Action> {
    if state.insight.chart == nil, chart.chart(Theme()) == nil {
      return .send(.noted("A chart needs a label and numbers, or a time and numbers."))
    }
    state.insight.chart = chart
    return .none
  }
}
