// The values of a query's parameters, given as `--param NAME=VALUE`.
import AlmanacRecords
import Databases
import LiveResults

extension Arguments.Option {
  /// The option for the value of a parameter.
  static let parameter = values("param")

  /// The lines of the help about it.
  static let helpOfParameter = """
      --param NAME=TEXT, --param NAME:=JSON
                      the value of :name, @name or $name in the query, or of ?1 as 1=TEXT; once for each. A column of
                      numbers compares a TEXT as a number; JSON is as in add
    """
}

extension Arguments {
  /// The values of the parameters in a query. Throws `UsageError` if one is missing or unknown.
  func parameters(of sql: String) throws -> QueryParameters {
    let present = QueryParameter.all(in: sql)
    var values: QueryParameters = [:]
    for word in self.values("param") {
      guard let assignment = Assignment(word, columns: present.map(\.name)) else {
        throw UsageError("'\(word)' is neither NAME=TEXT nor NAME:=JSON.")
      }
      guard let name = present.first(where: { $0.name == assignment.column })?.name else {
        let names = present.map(\.text)
        throw UsageError(
          "The query has no parameter '\(assignment.column)'"
            + (names.isEmpty ? "; write it there as :\(assignment.column)." : "; it has \(names.inWords)."))
      }
      guard values[name] == nil else { throw UsageError("\(name) is given twice.") }
      values[name] = assignment.isJSON ? try assignment.json() : .text(assignment.text)
    }
    if let missing = present.first(where: { values[$0.name] == nil }) {
      throw UsageError("\(missing.text) has no value: add --param \(missing.name)=VALUE.")
    }
    return values
  }
}
