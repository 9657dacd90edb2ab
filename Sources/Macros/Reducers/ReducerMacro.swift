// Writes @Reducer: the conformance, @CasePathable on the nested Action and on a State that is an enum, the builder on
// body.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer` on a structure.
struct ReducerMacro {}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) else {
      throw DiagnosticsError(
        "@Reducer makes a structure a reducer. Write the feature as a struct with State, Action and body.",
        name: "reducer-not-struct", at: declaration.introducer)
    }
    try check(declaration)
    guard !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): Stores.Reducer {}")]
  }

  private static func check(_ declaration: some DeclGroupSyntax) throws {
    let members = declaration.memberBlock.members.map(\.decl)
    let body = members.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first { $0.declares("body") }
    let reduce = members.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first {
      $0.name.text == "reduce" && $0.signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
    }
    if let reduce, body != nil {
      throw DiagnosticsError(
        "A reducer has either a body or reduce(into:action:). Move this into a Reduce in body, or remove body.",
        name: "reducer-both", at: reduce.name)
    }
    for member in members {
      let name = member.as(StructDeclSyntax.self)?.name ?? member.as(ClassDeclSyntax.self)?.name
      if let name, name.text == "Action" {
        throw DiagnosticsError(
          "The Action of a reducer is an enum with a case for each thing that can happen.",
          name: "reducer-action-not-enum", at: name)
      }
      if let state = member.as(ClassDeclSyntax.self), state.name.text == "State" {
        throw DiagnosticsError(
          "The State of a reducer is a value, which the store compares before and after a "
            + "reduction: write it as a struct or an enum.",
          name: "reducer-state-class", at: state.name)
      }
    }
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let action = member.as(EnumDeclSyntax.self), action.name.text == "Action",
      !action.attributes.names("CasePathable")
    {
      return ["@Stores.CasePathable"]
    }
    if let state = member.as(EnumDeclSyntax.self), state.name.text == "State" {
      let written: [(name: String, attribute: AttributeSyntax)] = [
        ("CasePathable", "@Stores.CasePathable"), ("dynamicMemberLookup", "@dynamicMemberLookup"),
      ]
      return written.filter { !state.attributes.names($0.name) }.map(\.attribute)
    }
    if let body = member.as(VariableDeclSyntax.self), body.declares("body"), !body.attributes.names("ReducerBuilder") {
      return ["@Stores.ReducerBuilder<Self.State, Self.Action>"]
    }
    return []
  }
}

extension VariableDeclSyntax {
  fileprivate func declares(_ name: String) -> Bool {
    bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
  }
}

extension DeclGroupSyntax {
  /// The keyword of the declaration, where errors about its kind are placed.
  var introducer: TokenSyntax {
    if let declaration = self.as(EnumDeclSyntax.self) { return declaration.enumKeyword }
    if let declaration = self.as(StructDeclSyntax.self) { return declaration.structKeyword }
    if let declaration = self.as(ClassDeclSyntax.self) { return declaration.classKeyword }
    if let declaration = self.as(ActorDeclSyntax.self) { return declaration.actorKeyword }
    if let declaration = self.as(ProtocolDeclSyntax.self) { return declaration.protocolKeyword }
    return firstToken(viewMode: .sourceAccurate) ?? .identifier("")
  }
}
