// The name of effects.

/// A name for effects, so that they can be cancelled. It is only compared, hashed and described, on the main actor.
struct EffectID: Hashable, @unchecked Sendable {
  let base: AnyHashable

  init(_ base: some Hashable & Sendable) { self.base = AnyHashable(base) }
}
