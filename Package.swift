// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The folder of the running toolchain with the SwiftSyntax modules that the compiler itself uses.
let host: String = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  for folder in path.split(separator: ":") {
    let compiler = URL(fileURLWithPath: String(folder)).appendingPathComponent("swiftc")
    guard FileManager.default.isExecutableFile(atPath: compiler.path) else { continue }
    let usr = compiler.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent()
    return usr.appendingPathComponent("lib/swift/host").path
  }
  return "/usr/lib/swift/host"
}()

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Specializes generic code of one module for the types of another: a frame takes half the time. Async code must not be
/// specialized in two modules: the linker keeps the body from one and the size of its frame from the other, and the
/// program crashes. So `@export(interface)` keeps async functions in their module, `make build` looks for copies, and
/// QueryClients, which is generic and async throughout, is compiled without.
let optimizedAcrossModules: [SwiftSetting] = [
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
]
let optimizedAlone: [SwiftSetting] = [.unsafeFlags(["-disable-cmo"], .when(configuration: .release))]

/// Packs relocations, which makes the binary a megabyte smaller. The C library can unpack them from version 2.36 on.
let packed: [LinkerSetting] = {
  let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
    confstr(Int32(_CS_GNU_LIBC_VERSION), name.baseAddress, name.count) > 0 ? String(cString: name.baseAddress!) : ""
  }
  let version = name.split { !$0.isNumber }.compactMap { Int($0) }
  if version.lexicographicallyPrecedes([2, 36]) { return [] }
  let flags = ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
  return [.unsafeFlags(flags, .when(configuration: .release))]
}()

func module(
  _ name: String, _ dependencies: [String] = [], plugins: [Target.PluginUsage] = [],
  _ optimization: [SwiftSetting] = optimizedAcrossModules
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: strict + optimization, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: ([name, "TestSupport"] + dependencies).map { .init(stringLiteral: $0) },
    swiftSettings: strict)
}

let package = Package(
  name: "Almanac",
  products: [.executable(name: "almanac", targets: ["almanac"])],
  targets: [
    // Level 0: the base of all other modules.
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CMainQueue"),
    .systemLibrary(name: "CExecutors"),
    .systemLibrary(name: "CFiles"),
    .macro(
      name: "Macros",
      swiftSettings: strict + [.unsafeFlags(["-I", host])],
      linkerSettings: [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]),
    module("Locks"),
    module("MainLoops", ["CMainQueue", "Locks"]),
    module("Activities", ["Locks"]),
    module("IssueReporting", ["Locks"]),
    // The rows that a commit changed, from the pages of the file, without SQL.
    module("WriteAheadLogs", ["Locks"]),

    // Level 1: one question each; none imports another.
    module("Databases", ["CFiles", "CSQLite", "WriteAheadLogs", "Locks", "Activities", "IssueReporting"]),
    module("StructuredQueries", ["Macros", "IssueReporting"]),
    module("DiffableLists", ["IssueReporting"]),
    module("Observing", ["Locks", "Activities", "IssueReporting"]),
    module("Containers", ["CExecutors", "Locks", "IssueReporting"]),
    module("IdentifiedCollections", ["IssueReporting"]),
    module("Terminals", ["Locks", "IssueReporting"]),
    module("Images"),

    // Level 2: on level 1.
    module(
      "LiveQueries",
      [
        "Databases", "StructuredQueries", "Containers", "Observing", "Locks", "Activities",
        "IssueReporting",
      ]),
    module("LiveResults", ["CSQLite", "Databases", "Locks"]),
    module(
      "Stores",
      [
        "Macros", "IdentifiedCollections", "Observing", "Containers", "Locks", "Activities",
        "IssueReporting",
      ]),
    module("QueryRepresentations", ["StructuredQueries"]),
    module(
      "QueryClients", ["Observing", "Containers", "Locks", "Activities", "IssueReporting"], optimizedAlone),
    module("CursesTerminals", ["Terminals", "CNcurses", "MainLoops", "Locks", "IssueReporting"]),

    // Level 3: the records.
    module(
      "AlmanacRecords",
      [
        "LiveQueries", "LiveResults", "QueryClients", "Databases", "StructuredQueries", "Observing", "Containers",
        "Locks", "Activities", "IssueReporting",
      ],
      plugins: ["EmbedResources"]),

    // Level 4: the screens.
    module(
      "AlmanacFeatures",
      [
        "AlmanacRecords", "LiveQueries", "LiveResults", "QueryClients", "Databases", "StructuredQueries", "Stores",
        "IdentifiedCollections", "Observing", "Containers", "DiffableLists", "Terminals", "Images",
        "Locks", "Activities", "IssueReporting",
      ]),

    // Level 5: the program.
    .executableTarget(
      name: "almanac",
      dependencies: [
        "AlmanacFeatures", "AlmanacRecords", "LiveQueries", "LiveResults", "QueryClients", "Databases",
        "StructuredQueries", "Containers", "Observing", "Stores", "Terminals", "CursesTerminals", "Locks",
        "Activities", "IssueReporting", "MainLoops", "CFiles", "CSQLite",
      ],
      swiftSettings: strict + optimizedAcrossModules,
      // If Dispatch is a shared library, it finds the program's function in place of the C library's.
      linkerSettings: packed + [.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=sleep"])]),

    // Drives the program from outside, for tests, `make bench` and `make torture`.
    .systemLibrary(name: "CSpawn"),
    module("Harnesses", ["CSpawn", "CSQLite", "CNcurses"]),

    // Speed: for `make bench`. The floors use no module of ours, so that none can make both sides slow.
    .executableTarget(name: "Floors", dependencies: ["CSQLite", "CNcurses"], swiftSettings: strict),
    .systemLibrary(name: "CPerformance"),
    module(
      "Benchmarks",
      [
        "Harnesses", "AlmanacRecords", "LiveQueries", "LiveResults", "Databases", "StructuredQueries", "DiffableLists",
        "Activities", "Locks", "CSQLite", "CNcurses", "CPerformance",
      ]),
    .executableTarget(name: "almanac-bench", dependencies: ["Benchmarks"], swiftSettings: strict),

    // No lost data: for `make torture`, on the program itself.
    module("Torture", ["Harnesses", "CursesTerminals", "Terminals"]),
    .executableTarget(name: "almanac-torture", dependencies: ["Torture"], swiftSettings: strict),

    // `make pictures`: draws the README's pictures from the screens themselves.
    module("Pictures", ["Terminals"]),
    .executableTarget(
      name: "almanac-pictures",
      dependencies: [
        "AlmanacFeatures", "AlmanacRecords", "LiveQueries", "Databases", "Containers", "Terminals", "Pictures", "Locks",
      ],
      swiftSettings: strict),

    // Build time: writes the files of `Resources` into the binary.
    .executableTarget(name: "embed-resources", swiftSettings: strict),
    .plugin(
      name: "EmbedResources", capability: .buildTool(), dependencies: ["embed-resources"]),

    // Tests.
    .systemLibrary(name: "CFaults", path: "Tests/CFaults"),
    .target(
      name: "TestSupport",
      dependencies: ["Harnesses", "Locks", "Activities", "IssueReporting", "Containers", "CSQLite", "CFaults"],
      path: "Tests/TestSupport", swiftSettings: strict),
    // Without the dependency on the macros themselves: it would make SwiftPM build all modules twice, once as tools.
    .testTarget(
      name: "MacrosTests", dependencies: ["StructuredQueries", "Stores", "TestSupport"], swiftSettings: strict),
    tests("Activities"),
    tests("Databases", ["WriteAheadLogs", "Locks", "Activities", "CSQLite"]),
    tests("StructuredQueries", ["QueryRepresentations", "CSQLite"]),
    tests("DiffableLists"),
    tests("Observing", ["Locks", "Activities"]),
    tests("Containers", ["Locks"]),
    tests("IdentifiedCollections"),
    tests("Terminals", ["CNcurses"]),
    tests("Images"),
    tests("WriteAheadLogs", ["CSQLite"]),
    tests(
      "LiveQueries",
      [
        "Databases", "StructuredQueries", "Containers", "Observing", "Stores", "Locks", "Activities", "IssueReporting",
      ]),
    tests("LiveResults", ["Databases", "Locks", "CSQLite"]),
    tests("Stores", ["Observing", "IdentifiedCollections", "Containers", "Locks", "Activities"]),
    tests("QueryClients", ["Observing", "Containers", "Locks", "Activities"]),
    tests("CursesTerminals", ["Terminals", "CNcurses", "Locks"]),
    tests(
      "AlmanacRecords",
      [
        "LiveQueries", "LiveResults", "QueryClients", "Databases", "StructuredQueries", "Observing", "Activities",
        "Locks", "CSQLite",
      ]),
    tests(
      "AlmanacFeatures",
      [
        "AlmanacRecords", "LiveQueries", "QueryClients", "Databases", "Stores", "Terminals", "Activities", "Observing",
        "Containers", "Locks",
      ]),
    tests("Benchmarks", ["Harnesses"]),
    tests("Torture"),
    tests("Pictures", ["Terminals"]),
    // The code of the documents that the libraries follow, spelled as there and with Swift's default settings.
    .testTarget(
      name: "SeedTests",
      dependencies: [
        "TestSupport", "LiveQueries", "Stores", "QueryClients", "Databases", "StructuredQueries", "DiffableLists",
        "IdentifiedCollections", "Observing", "Containers", "Locks", "Activities", "IssueReporting",
      ],
      exclude: ["Changes.md", "Documents"], swiftSettings: [.treatAllWarnings(as: .error)]),
    // The examples of the modules' pages.
    .testTarget(
      name: "PageTests",
      dependencies: [
        "TestSupport", "AlmanacRecords", "LiveQueries", "LiveResults", "Stores", "QueryClients", "QueryRepresentations",
        "Databases",
        "StructuredQueries", "DiffableLists", "IdentifiedCollections", "Observing", "Containers", "CursesTerminals",
        "Terminals", "Images", "Pictures", "MainLoops", "WriteAheadLogs", "Locks", "Activities", "IssueReporting",
      ], swiftSettings: [.treatAllWarnings(as: .error)]),
    // Makes each call of SQLite to its files fail, under the verbs and the screens.
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "TestSupport", "almanac", "AlmanacFeatures", "AlmanacRecords", "LiveQueries", "Databases", "Containers",
        "Observing", "Terminals", "Locks", "CSQLite", "CNcurses",
      ], swiftSettings: strict),
    .testTarget(
      name: "AlmanacTests", dependencies: ["TestSupport", "almanac", "almanac-pictures", "WriteAheadLogs"],
      swiftSettings: strict),
  ]
)
