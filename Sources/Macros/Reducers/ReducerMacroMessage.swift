// What the macros of reducers say about a wrong use.
import SwiftDiagnostics
import SwiftSyntax

/// A sentence about a wrong use, placed at the syntax that is wrong.
struct ReducerMacroMessage: DiagnosticMessage {
  let message: String
  let name: String

  var diagnosticID: MessageID { MessageID(domain: "Stores", id: name) }
  var severity: DiagnosticSeverity { .error }
}

extension DiagnosticsError {
  /// An error of one sentence at `node`.
  init(_ message: String, name: String, at node: some SyntaxProtocol) {
    self.init(diagnostics: [Diagnostic(node: node, message: ReducerMacroMessage(message: message, name: name))])
  }
}

extension DeclModifierListSyntax {
  /// The access that the members a macro writes need, with a blank behind it; empty for internal and below.
  var memberAccess: String {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }
}
