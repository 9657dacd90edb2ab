// `@Table`: columns, decoder, bindings, key and draft of a struct.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes what a person would write to make a struct a table.
struct TableMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let table = TableDescription(declaration, attribute: node, in: context) else { return [] }
    var members = [table.tableColumns, RowColumns(table).declaration]
    if table.primaryKey != nil { members.append(table.draft) }
    return members
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let silent = SilentContext(context)
    guard let table = TableDescription(declaration, attribute: node, in: silent) else { return [] }
    let conformance: TypeSyntax =
      table.primaryKey == nil
      ? "StructuredQueries.Table" : "StructuredQueries.Table, StructuredQueries.PrimaryKeyedTable"
    // A type with its own `all` would seem to have another scope than its statements use. A second `all`, in any
    // extension, is a compiler error.
    let all =
      table.declaresAll
      ? ""
      : "\(table.access)static var all: StructuredQueries.SelectOf<Self> { Self.withinScope }"
    let appended = table.writable.map { "bindings.append(\($0.binding(of: "self")))" }
    var keyMembers = ""
    if let key = table.primaryKey {
      keyMembers = """
        \(table.access)static var primaryKeyName: Swift.String { \(key.columnName.literal) }
        \(table.access)var primaryKey: \(key.columnType) { \(key.represented("self.\(key.identifier)")) }
        """
    }
    return [
      try ExtensionDeclSyntax(
        """
        extension \(type.trimmed): \(conformance) {
        \(raw: table.access)static var tableName: Swift.String { \(raw: table.name.literal) }
        \(raw: all)
        \(raw: table.inlinable)\(raw: table.access)init(decoder: inout some StructuredQueries.QueryDecoder) throws {
        \(raw: table.properties.map(\.decoding).joined(separator: "\n"))
        }
        \(raw: table.access)func appendBindings(to bindings: inout [StructuredQueries.QueryBinding]) {
        \(raw: appended.joined(separator: "\n"))
        }
        \(raw: keyMembers)
        }
        """)
    ]
  }
}

extension StoredProperty {
  /// The line of the decoder that reads this property.
  var decoding: String {
    let represented = column.representation == nil ? "" : ".represented"
    return "self.\(identifier) = try \(columnType)(decoder: &decoder)\(represented)"
  }
}

extension String {
  /// The text as a Swift string literal.
  var literal: String { StringLiteralExprSyntax(content: self).description }
}
