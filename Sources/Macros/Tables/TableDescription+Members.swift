// The types that `@Table` adds to a struct.

import SwiftSyntax
import SwiftSyntaxBuilder

extension TableDescription {
  /// `struct TableColumns`: one property per column.
  var tableColumns: DeclSyntax {
    let columns = properties.map { property in
      """
      \(access)var \(property.identifier): StructuredQueries.TableColumn<\(typeName), \(property.columnType)> {
      StructuredQueries.TableColumn(\(property.columnName.literal), in: tableQualifier)
      }
      """
    }
    var writableNames = ""
    if writable.count != properties.count {
      let names = writable.map(\.columnName.literal).joined(separator: ", ")
      writableNames = "\(access)static var writableColumnNames: [Swift.String] { [\(names)] }"
    }
    let names = properties.map(\.columnName.literal).joined(separator: ", ")
    let list = writable.map { "\"\($0.columnName.replacing("\"", with: "\"\""))\"" }.joined(separator: ", ")
    return """
      \(raw: access)struct TableColumns: StructuredQueries.TableDefinition {
      \(raw: access)typealias QueryValue = \(raw: typeName)
      \(raw: access)let tableQualifier: Swift.String
      \(raw: access)init(tableQualifier: Swift.String) { self.tableQualifier = tableQualifier }
      \(raw: access)static var columnNames: [Swift.String] { [\(raw: names)] }
      \(raw: writableNames)
      \(raw: access)static var writableColumnList: Swift.String { \(raw: list.literal) }
      \(raw: columns.joined(separator: "\n"))
      }
      """
  }

  /// `struct Draft`: a row whose key may be missing; values with defaults may be omitted.
  var draft: DeclSyntax {
    guard let key = primaryKey else { fatalError("Ask for a draft only where the table has a primary key.") }
    let keyType = key.isOptional ? "\(key.type)" : "\(key.type)?"
    let all = draftProperties
    let stored = all.map { "\(access)var \($0.identifier): \($0.type)" }
    let parameters =
      ["\(key.identifier): \(keyType) = nil"]
      + all.map { "\($0.identifier): \($0.type)" + ($0.defaultValue.map { " = \($0)" } ?? "") }
    let assigned = ([key] + all).map { "self.\($0.identifier) = \($0.identifier)" }
    let copied = ([key] + all).map { "self.\($0.identifier) = row.\($0.identifier)" }
    let appended = all.map { "bindings.append(\($0.binding(of: "self")))" }
    let draftKey =
      key.column.representation == nil
      ? "self.\(key.identifier)" : "self.\(key.identifier).map { \(key.represented("$0")) }"
    let conformances = (["StructuredQueries.TableDraft"] + draftConformances).joined(separator: ", ")
    return """
      \(raw: access)struct Draft: \(raw: conformances) {
      \(raw: access)typealias PrimaryTable = \(raw: typeName)
      \(raw: access)var \(raw: key.identifier): \(raw: keyType)
      \(raw: stored.joined(separator: "\n"))
      \(raw: access)init(\(raw: parameters.joined(separator: ", "))) {
      \(raw: assigned.joined(separator: "\n"))
      }
      \(raw: access)init(_ row: \(raw: typeName)) {
      \(raw: copied.joined(separator: "\n"))
      }
      \(raw: access)var draftKey: \(key.columnType)? { \(raw: draftKey) }
      \(raw: access)func appendBindings(to bindings: inout [StructuredQueries.QueryBinding]) {
      \(raw: appended.joined(separator: "\n"))
      }
      }
      """
  }
}
