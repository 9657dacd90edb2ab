// `@Selection`: a struct whose values are rows of a query, but not of a table.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes the decoder of a struct and the expression that selects it. Together with `@Table` it writes nothing.
struct SelectionMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let structure = declaration.as(StructDeclSyntax.self) else {
      context.report(.notAStruct(macro: "Selection"), at: node)
      return []
    }
    if structure.attributes.attribute("Table") != nil { return [] }
    let properties = StoredProperty.all(of: structure, in: context)
    if properties.isEmpty { context.report(.noColumns, at: structure.name) }
    return [
      RowColumns(
        typeName: structure.name.trimmed.text, access: structure.modifiers.accessPrefix, properties: properties
      ).declaration
    ]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let structure = declaration.as(StructDeclSyntax.self), structure.attributes.attribute("Table") == nil else {
      return []
    }
    let properties = StoredProperty.all(of: structure, in: SilentContext(context))
    let access = structure.modifiers.accessPrefix
    let inlinable = access == "public " && structure.storesOnlyPublicColumns ? "@inlinable " : ""
    let count = properties.map { "\($0.columnType).queryColumnCount" }.joined(separator: " + ")
    return [
      try ExtensionDeclSyntax(
        """
        extension \(type.trimmed): StructuredQueries.QueryDecodable {
        \(raw: inlinable)\(raw: access)init(decoder: inout some StructuredQueries.QueryDecoder) throws {
        \(raw: properties.map(\.decoding).joined(separator: "\n"))
        }
        \(raw: access)static var queryColumnCount: Swift.Int { \(raw: count.isEmpty ? "0" : count) }
        }
        """)
    ]
  }
}
