// Runs tasks, sequences, named and throttled effects.
import Activities

extension EffectRuntime {
  func run(_ work: EffectWork<Action>, _ context: Context, onEnd: @escaping () -> Void) {
    guard !context.isCancelled else { return onEnd() }
    lastNumber += 1
    let number = lastNumber
    running[number] = (context, work.place)
    let activity = work.isLongLived ? nil : activity
    activity?.begin()
    let send = Send<Action> { [weak self] action in
      guard let self, !context.isCancelled, !Task.isCancelled else { return }
      if self.running[number] == nil {
        work.place.report(
          """
          The effect at \(work.place) sent \(ChildPlace.text(of: action)) after it had ended. Wait in the effect for \
          all that sends.
          """)
      }
      self.deliver(action, context.send)
    }
    let executor = executor
    executor?.begin()
    func carryOut() async {
      await EffectNames.$current.withValue(names(in: context)) {
        await withTaskExecutorPreference(executor) { await work(send, countedBy: executor) }
      }
      for scope in context.scopes { scope.remove(number: number) }
      running[number] = nil
      onEnd()
      onTaskEnd?()
      activity?.end()
      executor?.end()
    }
    // Work for other threads is handed to them at once, not after this turn has drawn its changes.
    let task =
      work.isOfMainActor
      ? Task(priority: work.priority) { await carryOut() }
      : Task.immediate(priority: work.priority) { await carryOut() }
    for scope in context.scopes { scope.insert(number: number) { task.cancel() } }
  }

  /// The names for parts of the work in `context`.
  private func names(in context: Context) -> EffectNames {
    EffectNames(
      begin: { [weak self] id, cancelsInFlight in
        let scope = EffectScope()
        guard let self else { return scope }
        if cancelsInFlight { self.cancel(id, path: context.path, besides: context.scopes) }
        self.begin(scope, id: id, path: context.path)
        return scope
      }, end: { [weak self] scope, id in self?.end(scope, id: id) })
  }

  private func begin(_ scope: EffectScope, id: EffectID, path: [EffectID]) {
    named[id, default: []].append(Named(path: path, scope: scope))
  }

  private func end(_ scope: EffectScope, id: EffectID) {
    named[id]?.removeAll { $0.scope === scope }
    if named[id]?.isEmpty == true { named[id] = nil }
  }

  func startNext(
    of operations: ArraySlice<Effect<Action>.Operation>, _ context: Context, onEnd: @escaping () -> Void
  ) {
    guard let first = operations.first, !context.isCancelled else { return onEnd() }
    start(first, context) { self.startNext(of: operations.dropFirst(), context, onEnd: onEnd) }
  }

  /// Starts an effect that can be cancelled by `id`; with `inside`, its own names are a child's.
  func startNamed(
    _ operation: Effect<Action>.Operation, id: EffectID, _ context: Context, inside component: EffectID? = nil,
    onEnd: @escaping () -> Void
  ) {
    let scope = EffectScope()
    begin(scope, id: id, path: context.path)
    var inner = context
    inner.scopes.append(scope)
    if let component { inner.path.append(component) }
    start(operation, inner) {
      self.end(scope, id: id)
      onEnd()
    }
  }

  /// Cancels the effects of this name in the feature at `path` and its children, except those in `kept`.
  func cancel(_ id: EffectID, path: [EffectID], besides kept: [EffectScope] = []) {
    if let waiting = throttled[path + [id]], let waiting {
      throttled[path + [id]] = .some(nil)
      drop(waiting)
    }
    guard let candidates = named[id] else { return }
    func isMet(_ entry: Named) -> Bool {
      entry.path.starts(with: path) && !kept.contains { $0 === entry.scope }
    }
    let met = candidates.filter(isMet)
    let rest = candidates.filter { !isMet($0) }
    named[id] = rest.isEmpty ? nil : rest
    for entry in met { entry.scope.cancel() }
  }

  func startThrottled(
    _ operation: Effect<Action>.Operation, _ throttle: EffectThrottle, _ context: Context,
    onEnd: @escaping () -> Void
  ) {
    let key = context.path + [throttle.id]
    guard let waiting = throttled[key] else {
      throttled[key] = .some(nil)
      startNamed(operation, id: throttle.id, context, onEnd: onEnd)
      keepDistance(throttle, key: key)
      return
    }
    if waiting != nil && !throttle.keepsLatest { return onEnd() }
    activity.begin()
    throttled[key] = Waiting(operation: operation, context: context, place: throttle.place, onEnd: onEnd)
    if let waiting { drop(waiting) }
  }

  /// Ends an effect that has never begun.
  func drop(_ waiting: Waiting) {
    waiting.onEnd()
    activity.end()
  }

  /// Waits until the interval has passed, then starts the effect that came meanwhile.
  private func keepDistance(_ throttle: EffectThrottle, key: [EffectID]) {
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      try? await throttle.wait()
      self.all.remove(number: number)
      guard let waiting = self.throttled[key] ?? nil else {
        self.throttled[key] = nil
        return
      }
      guard !self.all.isCancelled else { return self.drop(waiting) }
      self.throttled[key] = .some(nil)
      self.startNamed(waiting.operation, id: throttle.id, waiting.context, onEnd: waiting.onEnd)
      self.keepDistance(throttle, key: key)
      self.activity.end()
    }
    all.insert(number: number) { task.cancel() }
  }
}
