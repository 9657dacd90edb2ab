// Queries with a name: each is a tab behind the tables and views.
//
//   :name NAME ──named──> kept in the state folder ──> a tab;  its tab ──> the query screen with its text, which runs
//   :rename NAME, :remove ──> the question ──> gone from the state folder
import AlmanacRecords
public import Containers
import Databases
import Stores

/// A query with a name.
public struct NamedQuery: Hashable, Sendable {
  /// The name, as the person has typed it. Case does not tell names apart.
  public var name: String
  /// The text.
  public var sql: String
  /// What was typed last for its parameters, by name. It lasts until the program ends.
  var typed: [String: String] = [:]

  /// Makes one.
  public init(name: String, sql: String) { (self.name, self.sql) = (name, sql) }
}

/// The queries with a name, in the order of their tabs, and the searches with one.
struct NamedQueries: Equatable {
  private(set) var all: [NamedQuery] = []
  /// The searches with a name.
  var searches: [NamedSearch] = []
  /// The queries that have been left, by name: each comes back as it was. The one without a name has an empty key.
  private var left: [String: Query.State] = [:]

  /// The most names, and the longest one in characters.
  static let (capacity, nameLimit) = (50, 40)

  init(_ all: [NamedQuery]) { self.all = all }

  subscript(name: String) -> NamedQuery? { all.first { $0.name.isSameName(as: name) } }

  /// Why a query can't get a name; `nil` if it can. `present`: the name that it has.
  func refusal(of name: String, present: String?) -> String? {
    Self.refusal(of: name, present: present, among: all.map(\.name), what: "query")
  }

  /// Why a query or a search can't get a name that the others have; `nil` if it can.
  static func refusal(of name: String, present: String? = nil, among others: [String], what: String) -> String? {
    if name.isEmpty { return "Type the name behind :name." }
    if name.count > nameLimit { return "A name has at most \(nameLimit) characters." }
    if name.unicodeScalars.contains(where: { $0.value < 32 }) { return "A name is one line of text." }
    if let other = others.first(where: { $0.isSameName(as: name) }), present?.isSameName(as: other) != true {
      return "\(other) is the name of another \(what): choose another name, or remove that one."
    }
    return present == nil && others.count >= capacity ? "A file has at most \(capacity) names of that kind." : nil
  }

  /// Gives a text a name: a new one, or that of the query named `former`.
  mutating func name(_ sql: String, _ name: String, insteadOf former: String?, _ form: ParameterForm) {
    var query = NamedQuery(name: name, sql: sql)
    query.typed = form.typed
    if let former, let index = all.firstIndex(where: { $0.name.isSameName(as: former) }) {
      all[index] = query
    } else {
      all.append(query)
    }
  }

  /// Remembers what was typed for the parameters of a query.
  mutating func remember(_ form: ParameterForm, of name: String?) {
    guard let index = all.firstIndex(where: { $0.name.isSameName(as: name ?? "") }) else { return }
    all[index].typed = form.typed
  }

  mutating func remove(_ name: String) {
    all.removeAll { $0.name.isSameName(as: name) }
    left[name.lowercased()] = nil
  }

  /// Keeps a screen until its tab is shown again.
  mutating func leave(_ state: Query.State) {
    let name = state.name ?? ""
    if name.isEmpty || self[name] != nil { left[name.lowercased()] = state }
  }

  /// The query without a name that was left; `nil` if there is none.
  mutating func takeUnnamed() -> Query.State? { left.removeValue(forKey: "") }

  /// The screen that was left; `nil` if there is none, or the query has another text by now.
  mutating func takeLeft(_ query: NamedQuery) -> Query.State? { left.removeValue(forKey: query.name.lowercased()) }

  /// The number of runs of the screen with most of them: tables of results have numbers of their own.
  var runCount: Int { left.values.map(\.runCount).max() ?? 0 }
}

/// Where the queries of a file are kept from one run of the program to the next.
public struct KeptQueries: Sendable {
  /// The kept texts, the latest last.
  public var texts: @Sendable () -> [String]
  /// Keeps a text.
  public var add: @Sendable (String) -> Void
  /// The queries with a name. Throws an error whose description is a sentence if they can't be read.
  public var named: @Sendable () throws -> [NamedQuery]
  /// Keeps the queries with a name instead of the former ones. Throws in the same way.
  public var keepNamed: @Sendable ([NamedQuery]) throws -> Void

  /// Makes a store. Without the closures for named queries it has none, and keeps none.
  public init(
    texts: @escaping @Sendable () -> [String] = { [] }, add: @escaping @Sendable (String) -> Void = { _ in },
    named: @escaping @Sendable () throws -> [NamedQuery] = { [] },
    keepNamed: @escaping @Sendable ([NamedQuery]) throws -> Void = { _ in }
  ) {
    (self.texts, self.add, self.named, self.keepNamed) = (texts, add, named, keepNamed)
  }
}

extension Container {
  /// The store of the queries of the shown file. Without one nothing is kept.
  public var keptQueries: Factory<KeptQueries> { self { KeptQueries() } }
}

extension Application {
  /// The present query gets a name, or a named one goes.
  public enum NamingAction: Sendable {
    /// The palette is to open for the name of the present query.
    case keyPressed
    /// The present query, or the search of the shown list, gets this name.
    case named(String)
    /// A search with a name is to be shown.
    case searchAsked(NamedSearch)
    /// What has this name is to go.
    case removalAsked(Named)
    /// The person has answered whether it goes.
    case removalAnswered(Named, isRemoved: Bool)
  }

  /// What has a name.
  public enum Named: Hashable, Sendable {
    /// The query with this name.
    case query(String)
    /// The search with this name.
    case search(String)
  }

  func reduce(_ action: NamingAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .keyPressed:
      state.dialog = .palette(.typed("name "))
      return .none
    case .named(let typed): return name(typed.trimmedOfWhitespace, &state)
    case .searchAsked(let search): return go(to: search, &state)
    case .removalAsked(let named):
      state.dialog = .removalQuestion(named)
      return .none
    case .removalAnswered(.search(let name), let isRemoved):
      state.dialog = nil
      if isRemoved { removeSearch(name, &state) }
      return .none
    case .removalAnswered(.query(let name), let isRemoved):
      state.dialog = nil
      guard isRemoved, let query = state.named[name] else { return .none }
      state.named.remove(query.name)
      if state.query?.name?.isSameName(as: query.name) == true { state.query?.name = nil }
      return keep("\(query.name) is removed: the text stays in the history.", &state)
    }
  }

  private func name(_ name: String, _ state: inout State) -> Effect<Action> {
    guard state.tab == .query, let query = state.query, !query.text.text.trimmedOfWhitespace.isEmpty else {
      nameSearch(name, &state)
      return .none
    }
    if let refusal = state.named.refusal(of: name, present: query.name) {
      state.note(refusal)
      return .none
    }
    state.named.name(query.text.text, name, insteadOf: query.name, query.insight.parameters)
    let said = query.name == nil ? "The query is a tab now: \(name)." : "The tab of the query is \(name) now."
    state.query?.name = name
    return keep(said, &state)
  }

  /// Keeps the named queries, and says what has happened.
  private func keep(_ sentence: String, _ state: inout State) -> Effect<Action> {
    do {
      try keptQueries.keepNamed(state.named.all)
      state.note(sentence)
    } catch {
      state.show(Message(text: "\(sentence) It lasts until you quit: \(error)", isError: true))
    }
    return .none
  }

  /// Leaves the tab of a named query for the query without a name.
  func leaveNamedQuery(_ state: inout State) {
    guard state.tab != .query, var former = state.query, former.name != nil else { return }
    former.end()
    state.named.leave(former)
    var next = state.named.takeUnnamed() ?? Query.State(history: keptQueries.texts())
    next.runCount = max(former.runCount, state.named.runCount)
    state.query = next
  }

  /// Shows the tab of a named query: as it was left, or run now.
  func go(toQueryNamed name: String, _ state: inout State) -> Effect<Action> {
    guard let query = state.named[name] else { return .none }
    if state.query?.name?.isSameName(as: name) == true { return go(toHidden: .query, &state) }
    let runCount = max(state.query?.runCount ?? 0, state.named.runCount)
    if var former = state.query {
      former.end()
      state.named.leave(former)
    }
    let left = state.named.takeLeft(query)
    var next = left ?? Query.State(query.sql, history: keptQueries.texts())
    next.runCount = runCount
    next.name = query.name
    state.query = next
    let going = state.tab == .query ? Effect<Action>.send(.query(.shown)) : go(toHidden: .query, &state)
    return next.result == nil ? .merge(going, .send(.query(.runKeyPressed))) : going
  }
}
