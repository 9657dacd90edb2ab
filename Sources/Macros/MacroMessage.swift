// What the macros say about a wrong use.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A sentence about a wrong use, placed at the syntax that is wrong. It says what to do.
struct MacroMessage: DiagnosticMessage {
  let message: String
  let name: String

  init(_ message: String, name: String) {
    self.message = message
    self.name = name
  }

  var diagnosticID: MessageID { MessageID(domain: "Macros", id: name) }
  var severity: DiagnosticSeverity { .error }
}

extension MacroExpansionContext {
  /// Puts a message at a piece of source; the macro goes on.
  func report(_ message: MacroMessage, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: Syntax(node), message: message))
  }
}

extension DiagnosticsError {
  /// A message at a piece of source; the macro ends.
  init(_ message: String, name: String, at node: some SyntaxProtocol) {
    self.init(diagnostics: [Diagnostic(node: node, message: MacroMessage(message, name: name))])
  }
}
