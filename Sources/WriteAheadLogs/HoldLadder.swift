// When to keep the last state's read transaction between looks, and when to let it go.

/// Decides whether to hold a read transaction between looks.
///
/// A held one keeps the old pages, so the next look is exact. It also keeps the log from being restarted: so it goes
/// once the log is long, or when a checkpoint waits for it.
struct HoldLadder {
  /// The most frames in the log.
  var frameLimit: Int
  /// The most frames that came since the look before. A program that writes more is not held up: its checkpoint would find
  /// too much to do at once.
  var busyLimit: Int

  func holds(frameCount: Int, newFrameCount: Int, isCheckpointWaiting: Bool) -> Bool {
    frameCount <= frameLimit && newFrameCount <= busyLimit && !isCheckpointWaiting
  }
}
