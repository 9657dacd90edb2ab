@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The macros of this project, by the names that declarations use.
///
/// The toolchain has no `SwiftCompilerPlugin` module, so the listener is started by hand.
struct Provider: PluginProvider {
  struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "The Macros module has no macro named '\(name)'." }
  }

  let macros: [String: any Macro.Type] = [
    "CasePathableMacro": CasePathableMacro.self,
    "ObservableStateMacro": ObservableStateMacro.self,
    "ObservationStateIgnoredMacro": ObservationStateIgnoredMacro.self,
    "ReducerMacro": ReducerMacro.self,
    "ColumnMacro": ColumnMacro.self,
    "EphemeralMacro": EphemeralMacro.self,
    "SelectionMacro": SelectionMacro.self,
    "TableMacro": TableMacro.self,
  ]

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = macros[typeName] else { throw UnknownMacro(name: typeName) }
    return macro
  }
}

try CompilerPluginMessageListener(
  connection: try StandardIOMessageConnection(), provider: Provider()
).main()
