// The circumstances under which a factory makes something else.

import Glibc

/// A circumstance under which a factory makes something else.
///
/// The first of these that applies decides: an argument (registered, then of the definition); a registration for
/// preview, test, debug; the definition's preview, test, debug; the plain registration; the definition.
public enum FactoryContext: Hashable, Sendable {
  /// The program was started with this argument, or it was set with `Composition.setArgument`.
  case argument(String)
  /// Something is shown for a look, without real data.
  case preview
  /// Tests are running.
  case test
  /// A debug build.
  case debug
}

/// Which contexts are active in a composition.
struct ActiveContexts: Sendable {
  var arguments = Set(CommandLine.arguments.dropFirst())
  var isPreview = false
  var isTest = ActiveContexts.processRunsTests
  var isDebug = ActiveContexts.isDebugBuild

  /// The active ones among preview, test and debug, the prevailing first.
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

  /// The package manager's test program has a name of its own, whichever library runs the tests.
  private static let processRunsTests: Bool = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return false }
    return String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self).hasSuffix(".xctest")
  }()
}
