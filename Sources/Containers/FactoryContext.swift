// Contexts, in which a factory makes other instances.

import Glibc

/// A context in which a factory makes other instances.
///
/// The first that applies wins: an argument (registered, then of the definition); a registration for preview, test,
/// debug; the definition's preview, test, debug; the registration without a context; the definition.
public enum FactoryContext: Hashable, Sendable {
  /// The program was started with this argument, or it was set with `Composition.setArgument`.
  case argument(String)
  /// A preview without real data.
  case preview
  /// Tests are running.
  case test
  /// A debug build.
  case debug
}

/// The active contexts of a composition.
struct ActiveContexts: Sendable {
  var arguments = Set(CommandLine.arguments.dropFirst())
  var isPreview = false
  var isTest = ActiveContexts.processRunsTests
  var isDebug = ActiveContexts.isDebugBuild

  /// The active ones among preview, test and debug, in order of precedence.
  var circumstances: [FactoryContext] {
    var result: [FactoryContext] = []
    if isPreview { result.append(.preview) }
    if isTest { result.append(.test) }
    if isDebug { result.append(.debug) }
    return result
  }

  private static let isDebugBuild: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  /// The package manager's test program has a special name, whichever library runs the tests.
  private static let processRunsTests: Bool = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return false }
    return String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self).hasSuffix(".xctest")
  }()
}
