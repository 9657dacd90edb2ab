// One role of a macro reports diagnostics; the others read the same source without reporting again.

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A context that drops diagnostics.
final class SilentContext<Context: MacroExpansionContext>: MacroExpansionContext {
  private let context: Context

  init(_ context: Context) { self.context = context }

  var lexicalContext: [Syntax] { context.lexicalContext }

  func makeUniqueName(_ name: String) -> TokenSyntax { context.makeUniqueName(name) }

  func diagnose(_ diagnostic: Diagnostic) {}

  func location(
    of node: some SyntaxProtocol, at position: PositionInSyntaxNode, filePathMode: SourceLocationFilePathMode
  ) -> AbstractSourceLocation? {
    context.location(of: node, at: position, filePathMode: filePathMode)
  }
}
