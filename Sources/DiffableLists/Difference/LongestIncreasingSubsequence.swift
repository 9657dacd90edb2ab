// Finds the largest set of elements that can stay while the others move around them.

/// Whether each element belongs to one longest increasing subsequence; negative elements belong to none.
///
/// Takes logarithmic time per element, and less if the order is nearly kept.
@inlinable func longestIncreasingSubsequence(of values: [Int32]) -> [Bool] {
  var isMember = [Bool](repeating: false, count: values.count)
  // ends[k] is the last index of the best subsequence of length k + 1; before[i] is the index before i in its own.
  var ends: [Int32] = []
  ends.reserveCapacity(values.count)
  var before = [Int32](repeating: -1, count: values.count)
  values.withUnsafeBufferPointer { values in
    before.withUnsafeMutableBufferPointer { before in
      for i in values.indices {
        let value = values[i]
        if value < 0 { continue }
        if let last = ends.last {
          if values[Int(last)] < value {
            before[i] = last
            ends.append(Int32(truncatingIfNeeded: i))
          } else {
            ends.withUnsafeMutableBufferPointer { ends in
              var low = 0
              var high = ends.count - 1
              while low < high {
                let middle = (low + high) / 2
                if values[Int(ends[middle])] < value { low = middle + 1 } else { high = middle }
              }
              if low > 0 { before[i] = ends[low - 1] }
              ends[low] = Int32(truncatingIfNeeded: i)
            }
          }
        } else {
          ends.append(Int32(truncatingIfNeeded: i))
        }
      }
    }
  }
  var next = ends.last ?? -1
  while next >= 0 {
    isMember[Int(next)] = true
    next = before[Int(next)]
  }
  return isMember
}
