// The values of the parameters in the text: asked for before the text runs.
//
//   Enter ──> the text has :name ──> a form with the last values ──Enter──> given, and the text runs
//                                                                └─Esc──> the text again
import AlmanacRecords
import Databases
import LiveResults
import Stores

/// The form of the values.
struct ParameterForm: Equatable {
  /// A parameter and what is typed for it.
  struct Field: Equatable {
    let parameter: QueryParameter
    var input: TextInput
  }

  /// The fields; empty while the form is closed.
  private(set) var fields: [Field] = []
  /// The index of the field that keys go to.
  var focus = 0
  /// The text that is to run.
  private(set) var sql = ""
  /// What was typed last, by the names of parameters.
  var typed: [String: String] = [:]

  var isOpen: Bool { !fields.isEmpty }
  var isAtLast: Bool { focus == fields.count - 1 }

  /// The longest value, in bytes.
  static let textLimit = 10_000

  /// The values that were typed last.
  var values: QueryParameters { typed.mapValues(Self.value) }

  /// The value that a typed text means: a number, null, true, false, bytes, or a text in quotes, as in JSON; any other
  /// text is itself.
  static func value(_ text: String) -> ExactValue { (try? JSONScalar.value(text)) ?? .text(text) }

  mutating func open(_ parameters: [QueryParameter], of sql: String) {
    fields = parameters.map { Field(parameter: $0, input: TextInput(typed[$0.name] ?? "", limit: Self.textLimit)) }
    (focus, self.sql) = (0, sql)
  }

  mutating func edit(_ edit: TextEdit) {
    if fields.indices.contains(focus) { fields[focus].input.apply(edit) }
  }

  /// Keeps what is typed, and closes the form.
  mutating func take() {
    for field in fields { typed[field.parameter.name] = field.input.text }
    close()
  }

  mutating func close() { fields = [] }
}

extension Query {
  /// A key of the form of the values.
  public enum ParameterAction: Sendable {
    /// The value in focus was edited.
    case edited(TextEdit)
    /// Keys go to another field.
    case moved(by: Int)
    /// The values are right: the text runs.
    case given
    /// The text is not to run.
    case left
  }

  func reduce(_ action: ParameterAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .edited(let edit): state.insight.parameters.edit(edit)
    case .moved(let count):
      let total = state.insight.parameters.fields.count
      guard total > 0 else { return .none }
      state.insight.parameters.focus = (state.insight.parameters.focus + count + total) % total
    case .given:
      // Enter may have been pressed twice before the form was gone.
      guard state.insight.parameters.isOpen else { return .none }
      state.insight.parameters.take()
      return run(state.insight.parameters.sql, with: state.insight.parameters.values, &state)
    case .left:
      state.insight.parameters.close()
      state.showTyped()
    }
    return .none
  }
}
