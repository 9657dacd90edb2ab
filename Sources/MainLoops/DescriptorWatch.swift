// A descriptor on which something is expected.
import Dispatch

/// Calls a closure whenever a descriptor has something to read, or has come to its end. Lives until it is cancelled.
@MainActor
public final class DescriptorWatch {
  let descriptor: Int32
  /// `nil` once it is cancelled.
  private var isReadable: (() -> Void)?
  /// Who watches where the main loop does not run.
  private var source: (any DispatchSourceRead)?

  /// Watches a descriptor, and runs `isReadable` when something can be read from it.
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

  /// Ends the calls, at once. It calls `released` when it no longer uses the descriptor: then that may be closed.
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
