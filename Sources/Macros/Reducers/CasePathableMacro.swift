// Writes @CasePathable: a key path for each case of an enumeration.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable` on an enumeration.
struct CasePathableMacro {}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): Stores.CasePathable {}")]
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
      throw DiagnosticsError(
        "@CasePathable gives the cases of an enum key paths. Remove it, or make this an enum.",
        name: "case-pathable-not-enum", at: declaration.introducer)
    }
    let access = enumeration.modifiers.accessPrefix
    let cases = enumeration.memberBlock.members.flatMap { CaseElement.all(in: $0.decl) }
    var seen: Set<String> = []
    for element in cases where !seen.insert(element.name.text).inserted {
      throw DiagnosticsError(
        "@CasePathable needs cases with names of their own: '\(element.name.text)' occurs twice. Rename one of them.",
        name: "case-pathable-overload", at: element.name)
    }
    let root = enumeration.name.text
    let properties = cases.map { $0.property(root: root, access: access) }.joined(separator: "\n")
    var members: [DeclSyntax] = [
      """
      \(raw: access)struct AllCasePaths: Swift.Sendable {
      \(raw: properties)
      }
      """,
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
    if let binding = cases.first(where: { $0.name.text == "binding" }), let type = binding.bindingActionType {
      members.append(
        """
        \(raw: access)var bindingAction: \(raw: type)? {
          if case .binding(let action) = self { action } else { nil }
        }
        """)
    }
    return members
  }
}

/// One case, in the form needed for its path.
private struct CaseElement {
  let element: EnumCaseElementSyntax

  var name: TokenSyntax { element.name }

  /// The cases that a member declares.
  static func all(in declaration: DeclSyntax) -> [CaseElement] {
    declaration.as(EnumCaseDeclSyntax.self)?.elements.map { CaseElement(element: $0) } ?? []
  }

  /// `BindingAction<…>` if that is the only value of the case.
  var bindingActionType: String? {
    guard let parameters = element.parameterClause?.parameters, parameters.count == 1, let type = parameters.first?.type
    else { return nil }
    let text = type.trimmedDescription
    return text.hasPrefix("BindingAction<") || text.hasPrefix("Stores.BindingAction<") ? text : nil
  }

  func property(root: String, access: String) -> String {
    let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    let labels = parameters.map { parameter -> String? in
      guard let label = parameter.firstName, label.text != "_" else { return nil }
      return label.text
    }
    let types = parameters.map(\.type.trimmedDescription)
    let value: String
    let embed: String
    let extract: String
    switch parameters.count {
    case 0:
      value = "Swift.Void"
      embed = "{ _ in \(root).\(name.text) }"
      extract = "{ if case .\(name.text) = $0 { () } else { nil } }"
    case 1:
      value = types[0]
      embed = "{ \(root).\(name.text)(\(labels[0].map { "\($0): " } ?? "")$0) }"
      extract = "{ if case .\(name.text)(let value) = $0 { value } else { nil } }"
    default:
      let pairs = zip(labels, types).map { label, type in label.map { "\($0): \(type)" } ?? type }
      value = "(\(pairs.joined(separator: ", ")))"
      let arguments = labels.enumerated().map { index, label in label.map { "\($0): $0.\($0)" } ?? "$0.\(index)" }
      embed = "{ \(root).\(name.text)(\(arguments.joined(separator: ", "))) }"
      let names = labels.indices.map { "v\($0)" }
      let results = zip(labels, names).map { label, name in label.map { "\($0): \(name)" } ?? name }
      let bindings = names.map { "let \($0)" }.joined(separator: ", ")
      extract = "{ if case .\(name.text)(\(bindings)) = $0 { (\(results.joined(separator: ", "))) } else { nil } }"
    }
    return """
      \(access)var \(name.text): Stores.CasePath<\(root), \(value)> {
        Stores.CasePath(
          embed: \(embed),
          extract: \(extract))
      }
      """
  }
}
