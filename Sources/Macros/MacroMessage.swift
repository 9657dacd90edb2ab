// The diagnostics of the macros.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A diagnostic about a wrong use, placed at the wrong syntax. It says what to do.
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
  /// Reports a message at a piece of source; the macro continues.
  func report(_ message: MacroMessage, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: Syntax(node), message: message))
  }
}

extension DiagnosticsError {
  /// Makes an error with a message at a piece of source; the macro ends.
  init(_ message: String, name: String, at node: some SyntaxProtocol) {
    self.init(diagnostics: [Diagnostic(node: node, message: MacroMessage(message, name: name))])
  }
}
