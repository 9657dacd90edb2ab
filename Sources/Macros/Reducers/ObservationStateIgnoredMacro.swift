// @ObservationStateIgnored writes nothing: @ObservableState looks for it.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservationStateIgnored` on a stored property of a state.
struct ObservationStateIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(VariableDeclSyntax.self) else {
      throw DiagnosticsError(
        "@ObservationStateIgnored marks a stored property of an @ObservableState. Remove it here.",
        name: "observation-state-ignored-not-property", at: node)
    }
    return []
  }
}
