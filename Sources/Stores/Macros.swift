// The macros of this module. Each writes only what a person could write; the hand-written form follows each.

/// Makes a structure a reducer: adds the conformance to `Reducer`, `@CasePathable` to a nested `Action`, the result
/// builder to `body`, and `@CasePathable @dynamicMemberLookup` to a nested `State` that is an enumeration.
///
/// By hand: `struct Counter: Reducer { … @CasePathable enum Action { … } … @ReducerBuilder<State, Action> var body: …`.
@attached(memberAttribute)
@attached(extension, conformances: Reducer)
public macro Reducer() = #externalMacro(module: "Macros", type: "ReducerMacro")

/// Creates a key path for each case of an enumeration. By hand: see `CasePathable`.
///
/// For a case `binding(BindingAction<…>)` it also writes `bindingAction`, which `BindableAction` requires.
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(bindingAction))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "Macros", type: "CasePathableMacro")

/// Marks the state of a feature. Adds the conformance to `ObservableState`, and `sharesSources(with:)`, which compares
/// stored properties or the values of cases. Does not change any property.
///
/// By hand: `struct State: Equatable, ObservableState { … }`, and `sharesSources(with:)` if a wrapper is live.
@attached(member, names: named(sharesSources))
@attached(extension, conformances: ObservableState)
public macro ObservableState() = #externalMacro(module: "Macros", type: "ObservableStateMacro")

/// Excludes a property of an `@ObservableState` from `sharesSources(with:)`: `@ObservationStateIgnored
/// @SharedQuery(…)`.
///
/// The property's own tracking and a different value still wake its readers, but not another wrapper of an equal value.
/// Use it if a wrapper keeps one source as long as the state exists, or is recreated without meaning another one.
@attached(peer)
public macro ObservationStateIgnored() = #externalMacro(module: "Macros", type: "ObservationStateIgnoredMacro")
