// Counts the instructions of a process's threads: a figure that does not vary with the machine's load.
import CPerformance
import Glibc

/// Counts from its creation on, without threads that start later.
final class InstructionCounter {
  private let descriptors: [Int32]

  /// Nil if the processor does not count instructions, or the system forbids it.
  init?(threads: [pid_t]) {
    descriptors = threads.map { almanac_count_instructions($0) }
    guard !descriptors.isEmpty, descriptors.allSatisfy({ $0 >= 0 }) else { return nil }
  }

  deinit { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }

  var total: Int {
    descriptors.reduce(0) { sum, descriptor in
      var count: UInt64 = 0
      return read(descriptor, &count, 8) == 8 ? sum + Int(count) : sum
    }
  }
}
