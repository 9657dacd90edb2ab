// `struct Columns`: a row composed in a selection, `Item.Columns(id: $0.id, title: $1.title)`.

import SwiftSyntax
import SwiftSyntaxBuilder

/// The expression whose value is a row of a struct.
struct RowColumns {
  let typeName: String
  let access: String
  let properties: [StoredProperty]

  init(typeName: String, access: String, properties: [StoredProperty]) {
    self.typeName = typeName
    self.access = access
    self.properties = properties
  }

  init(_ table: TableDescription) {
    self.init(typeName: table.typeName, access: table.access, properties: table.properties)
  }

  var declaration: DeclSyntax {
    let parameters = properties.map { property in
      let value = property.defaultValue.map { value in
        let isNull = value.is(NilLiteralExprSyntax.self)
        return " = StructuredQueries.SQLExpression<\(property.columnType)>"
          + (isNull ? ".null" : "(value: \(property.represented("\(value)")))")
      }
      return "\(property.identifier): some StructuredQueries.QueryExpression<\(property.columnType)>\(value ?? "")"
    }
    let fragments = properties.map { "\($0.identifier).fragment" }
    return """
      \(raw: access)struct Columns: StructuredQueries.QueryExpression {
      \(raw: access)typealias QueryValue = \(raw: typeName)
      \(raw: access)let fragment: StructuredQueries.QueryFragment
      \(raw: access)init(\(raw: parameters.joined(separator: ", "))) {
      self.fragment = [\(raw: fragments.joined(separator: ", "))].joined()
      }
      }
      """
  }
}
