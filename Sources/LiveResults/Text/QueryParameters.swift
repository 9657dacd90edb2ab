// The parameters in the text of a statement: where they are, and what they mean.

public import Databases

/// A parameter of a statement, like `:name`.
public struct QueryParameter: Hashable, Sendable {
  /// The name without the sign before it; the number of one without a name.
  public var name: String
  /// As it is written first. One that is only a question mark has its number behind it.
  public var text: String

  /// The parameters in a text, in their order. `:name`, `@name` and `$name` are one.
  public static func all(in sql: String) -> [QueryParameter] {
    var all: [QueryParameter] = []
    for mark in ((try? QueryText.tokens(sql)) ?? []).parameters where !all.contains(where: { $0.name == mark.name }) {
      all.append(mark.parameter)
    }
    return all
  }
}

/// The values of parameters, by name without the sign before it, or by number.
public typealias QueryParameters = [String: ExactValue]

/// One place of a parameter in a text.
struct ParameterMark {
  /// The index of its token.
  var token: Int
  /// The number under which SQLite binds a value.
  var number: Int
  var parameter: QueryParameter

  var name: String { parameter.name }
}

extension [Token] {
  /// The places of parameters, with the numbers that SQLite has for them: a name gets the next one when it is first
  /// written.
  var parameters: [ParameterMark] {
    var (marks, numbers, last): ([ParameterMark], [String: Int], Int) = ([], [:], 0)
    for (index, token) in enumerated() where token.kind == .parameter {
      let name = token.text.dropFirst()
      let number: Int
      // SQLite refuses a number above 32,766, and a sign without a name.
      if name.isEmpty, token.text != "?" { continue }
      if token.text.hasPrefix("?"), let given = Int(name) {
        guard 1...32_766 ~= given else { continue }
        number = given
      } else {
        number = name.isEmpty ? last + 1 : numbers[token.text] ?? last + 1
        if !name.isEmpty { numbers[token.text] = number }
      }
      last = Swift.max(last, number)
      let parameter =
        token.text.hasPrefix("?")
        ? QueryParameter(name: "\(number)", text: "?\(number)") : QueryParameter(name: String(name), text: token.text)
      marks.append(ParameterMark(token: index, number: number, parameter: parameter))
    }
    return marks
  }

  /// The values to bind, by number from 1 on. `count`: how many SQLite wants. Throws `QueryError` if one is missing; then
  /// NULL is bound if `mayMiss`.
  func parameterValues(_ values: QueryParameters, count: Int, mayMiss: Bool = false) throws -> [ExactValue] {
    let marks = parameters
    guard marks.map(\.number).max() ?? 0 == count else {
      throw QueryError(message: "a parameter has a form that Almanac does not know", place: nil)
    }
    var bound = [ExactValue](repeating: .null, count: count)
    for mark in marks {
      guard let value = values[mark.name] ?? (mayMiss ? .null : nil) else {
        let message = "the parameter \(mark.parameter.text) has no value"
        throw QueryError(message: message, place: self[mark.token].place)
      }
      bound[mark.number - 1] = value
    }
    return bound
  }

  /// With a call of the private connection's function in the place of each parameter: other statements can be made of
  /// these tokens, and no value is part of their text. Only a word that means the present moment is written out, so that
  /// a function of dates with it is kept as if it had been typed.
  func withParameterCalls(_ values: [ExactValue]) -> [Token] {
    var tokens = self
    for mark in parameters {
      let (value, place) = (values[mark.number - 1], self[mark.token].place)
      tokens[mark.token] =
        if value.isPresentMoment, let word = value.string {
          Token(.text, "'\(word)'", at: place)
        } else {
          Token(.parameter, "\(Self.parameterFunction)(\(mark.number))", at: place)
        }
    }
    return tokens
  }

  /// The name of the function that returns the value of a parameter.
  static var parameterFunction: String { "almanac_parameter" }
}
