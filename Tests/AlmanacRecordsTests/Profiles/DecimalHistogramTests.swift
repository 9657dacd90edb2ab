// Numbers in bars, for any range and any order.
import Testing

@testable import AlmanacRecords

@Suite struct DecimalHistogramTests {
  private func bars(_ numbers: [Double], atMost limit: Int = 12) -> [String] {
    var histogram = DecimalHistogram()
    for number in numbers { histogram.add(number) }
    return histogram.bars(atMost: limit).map { "\($0.label): \($0.count)" }
  }

  private func bars(_ numbers: [Int], atMost limit: Int = 12) -> [String] {
    var histogram = DecimalHistogram()
    for number in numbers { histogram.add(number) }
    return histogram.bars(atMost: limit).map { "\($0.label): \($0.count)" }
  }

  @Test("few integers have a bar each, with none where there are none")
  func few() {
    #expect(bars([3, 1, 3, 5]) == ["1: 1", "2: 0", "3: 2", "4: 0", "5: 1"])
    #expect(bars([-1, 0, 0]) == ["-1: 1", "0: 2"])
  }

  @Test("many integers share bars of 1, 2 or 5 times a power of ten")
  func many() {
    #expect(
      bars(Array(0...99)) == [
        "0 to 9: 10", "10 to 19: 10", "20 to 29: 10", "30 to 39: 10", "40 to 49: 10", "50 to 59: 10", "60 to 69: 10",
        "70 to 79: 10", "80 to 89: 10", "90 to 99: 10",
      ])
    #expect(bars(Array(1...20)).first == "0 to 1: 1")
    #expect(bars(Array(-25...24)).first == "-25 to -21: 5")
    #expect(bars([0, 5_000_000]).count == 11)
  }

  @Test("a bar of real numbers has its start and not its end")
  func real() {
    #expect(bars([0.1, 0.2, 0.3, 0.29]) == bars([0.29, 0.3, 0.1, 0.2]))
    #expect(
      bars([0, 0.5, 1, 1.5], atMost: 4) == ["0.0 to 0.5: 1", "0.5 to 1.0: 1", "1.0 to 1.5: 1", "1.5 to 2.0: 1"])
    #expect(bars([0.29, 0.28, 0.3], atMost: 3) == ["0.28 to 0.29: 1", "0.29 to 0.3: 1", "0.3 to 0.31: 1"])
  }

  @Test("the order of the numbers makes no difference, and none is lost")
  func anyOrder() {
    let numbers = (0..<500).map { ($0 * 7919) % 12_345 - 3_000 }
    #expect(bars(numbers) == bars(numbers.sorted()))
    #expect(bars(numbers) == bars(numbers.sorted().reversed()))
    var histogram = DecimalHistogram()
    for number in numbers { histogram.add(number) }
    let counted = histogram.bars(atMost: 12).map(\.count).reduce(0, +)
    #expect(counted == 500)
  }

  @Test("integers at both ends of their range have a bar each, and share bars that reach beyond it")
  func ends() {
    #expect(bars([Int.max - 1, Int.max, Int.max]) == ["9223372036854775806: 1", "9223372036854775807: 2"])
    #expect(
      bars([Int.min, Int.min + 19], atMost: 3) == [
        "-9223372036854775810 to -9223372036854775801: 1", "-9223372036854775800 to -9223372036854775791: 0",
        "-9223372036854775790 to -9223372036854775781: 1",
      ])
    #expect(bars([1e19, 1.5e19], atMost: 2) == ["1e+19 to 1.5e+19: 1", "1.5e+19 to 2e+19: 1"])
  }

  @Test("the greatest and the least numbers there are have bars; what is not finite has none")
  func extremes() {
    #expect(bars([Int.min, 0, Int.max]).count >= 2)
    #expect(bars([-Double.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude]).count >= 2)
    #expect(bars([1e-300, 1e300]).count >= 2)
    #expect(bars([1, .infinity, 2, -.infinity], atMost: 2).count == 2)
  }

  @Test("numbers in one place have no bars", arguments: [[], [7], [7, 7]])
  func one(_ numbers: [Int]) {
    #expect(bars(numbers) == [])
  }
}
