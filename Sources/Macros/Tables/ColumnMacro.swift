// The attributes that `@Table` reads; by themselves they write nothing.

import SwiftSyntax
import SwiftSyntaxMacros

/// `@Column` only checks its place.
struct ColumnMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      context.report(.columnOutsideTable, at: node)
      return []
    }
    if !variable.bindings.allSatisfy(\.isStored) { context.report(.columnNotStored, at: node) }
    return []
  }
}

/// `@Ephemeral` only checks its place.
struct EphemeralMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try ColumnMacro.expansion(of: node, providingPeersOf: declaration, in: context)
  }
}
