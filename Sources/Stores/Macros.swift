// The macros of this module. Each writes only what a person could write; the hand-written form stands beside each.

/// Makes a structure a reducer: adds the conformance to `Reducer`, `@CasePathable` to a nested `Action`, the result
/// builder to `body`, and `@CasePathable @dynamicMemberLookup` to a nested `State` that is an enumeration.
///
/// By hand: `struct Counter: Reducer { … @CasePathable enum Action { … } … @ReducerBuilder<State, Action> var body: …`.
@attached(memberAttribute)
@attached(extension, conformances: Reducer)
public macro Reducer() = #externalMacro(module: "Macros", type: "ReducerMacro")

/// Gives an enumeration a key path for each case. By hand: see `CasePathable`.
///
/// Where a case `binding(BindingAction<…>)` exists, it also writes `bindingAction`, which `BindableAction` asks for.
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(bindingAction))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "Macros", type: "CasePathableMacro")

/// Marks the state of a feature. Adds the conformance to `ObservableState`, and `sharesSources(with:)`, which compares
/// stored properties or the values of cases. Leaves every property as it is written.
///
/// By hand: `struct State: Equatable, ObservableState { … }`, and `sharesSources(with:)` where a wrapper is live.
@attached(member, names: named(sharesSources))
@attached(extension, conformances: ObservableState)
public macro ObservableState() = #externalMacro(module: "Macros", type: "ObservableStateMacro")

/// Leaves a property of an `@ObservableState` out of `sharesSources(with:)`: `@ObservationStateIgnored @SharedQuery(…)`.
///
/// A reader of the property is then woken by the property's own tracking, and where the compared value differs, but not
/// because the state now holds another wrapper of an equal value. Use it where a wrapper keeps one source for the life
/// of the state, or is made anew without meaning another one.
@attached(peer)
public macro ObservationStateIgnored() = #externalMacro(module: "Macros", type: "ObservationStateIgnoredMacro")
