// Watches a descriptor for input.
import Dispatch

/// Calls a closure whenever a descriptor has something to read, or has ended. It stays alive until it is cancelled.
@MainActor
public final class DescriptorWatch {
  let descriptor: Int32
  /// Nil once it is cancelled.
  private var isReadable: (() -> Void)?
  /// Watches the descriptor if the main loop does not run.
  private var source: (any DispatchSourceRead)?

  /// Watches a descriptor, and calls `isReadable` when something can be read from it.
  public init(_ descriptor: Int32, isReadable: @escaping () -> Void) {
    self.descriptor = descriptor
    self.isReadable = isReadable
    if MainLoop.isRunning {
      MainLoop.watches.append(self)
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { self.call() } }
    source.activate()
    self.source = source
  }

  /// Ends the calls at once. Calls `released` when the descriptor is no longer used and may be closed.
  public func cancel(released: @escaping @Sendable () -> Void = {}) {
    isReadable = nil
    if let source {
      source.setCancelHandler(handler: released)
      source.cancel()
      self.source = nil
    } else {
      MainLoop.watches.removeAll { $0 === self }
      released()
    }
  }

  func call() { isReadable?() }
}
