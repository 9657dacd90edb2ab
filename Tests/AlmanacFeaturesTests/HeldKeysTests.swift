// The queue of keys that wait, by itself.
import Testing

@testable import AlmanacFeatures

@MainActor
struct HeldKeysTests {
  private let list = ListOfRows()

  @Test func keysAreDoneAtOnceWhileNothingIsComing() {
    list.press("d")
    #expect(list.done == ["d"] && !list.keys.isAnyWaiting)
  }

  @Test func keysThatWaitAreDoneInTheirOrder() {
    (list.isComing, list.isAtRest) = (true, true)
    for key in ["x", "d", "e"] { list.press(key) }
    #expect(list.done == [] && list.keys.isAnyWaiting && list.readings == 0)
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["x", "d", "e"] && !list.keys.isAnyWaiting)
  }

  @Test func motionsWaitForOtherKeysOnly() {
    list.isComing = true
    list.press("j", isMotion: true)
    list.press("d")
    list.press("k", isMotion: true)
    #expect(list.done == ["j"])
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["j", "d", "k"])
  }

  @Test func aKeyDoesWhatWaitsBeforeIt() {
    list.isComing = true
    list.press("x")
    list.isComing = false
    list.press("d")
    #expect(list.done == ["x", "d"])
  }

  @Test func whatAKeyMakesComeIsWaitedForByThoseBehindIt() {
    list.isComing = true
    list.press("d") { $0.isComing = true }
    list.press("e")
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["d"])
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["d", "e"])
  }

  @Test func whatAKeyDoesToTheListWhenItIsAnsweredWaitsForNothing() {
    list.isComing = true
    list.press("n") { list in
      list.isComing = true
      list.press("d")
      #expect(!list.hold("u", isForAnything: false))
    }
    list.press("e")
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["n", "d"])
  }

  @Test func aKeyThatOpensHoldsEverythingBehindIt() {
    list.isComing = true
    list.press("x")
    #expect(!list.hold("2", isForAnything: true))
    list.press("e", opens: true)
    #expect(list.hold("2", isForAnything: true))
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["x", "e", "2"])
  }

  @Test func whatAKeyDoesIsNotKnownThatIsMeantForWhatAnotherOpens() {
    list.isComing = true
    list.press("C-a", opens: true) { $0.isComing = true }
    #expect(list.hold("d", isForAnything: true))
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["C-a"])
    #expect(list.hold("3", isForAnything: true), "it may be meant for what d opens")
    list.isComing = false
    list.keys.answer()
    #expect(list.done == ["C-a", "d", "3"])
  }

  @Test func anotherKeyWaitsForThoseThatDo() {
    #expect(!list.hold("u", isForAnything: false))
    list.isComing = true
    list.press("d")
    #expect(list.hold("u", isForAnything: false))
    list.isComing = false
    #expect(!list.hold("u", isForAnything: false))
    #expect(list.done == ["d", "u"])
  }

  @Test func whatIsForgottenIsNotDone() {
    #expect(!list.keys.drop())
    list.isComing = true
    list.press("d")
    #expect(list.keys.drop())
    list.press("e")
    list.keys.dropKeys()
    list.isComing = false
    list.keys.answer()
    #expect(list.done == [])
  }

  @Test func whatWaitsForRowsThatCannotBeReadIsForgottenAtTheNextKey() {
    list.isComing = true
    list.press("d")
    (list.isComing, list.isReadable) = (false, false)
    list.keys.answer()
    #expect(list.done == [] && list.keys.isAnyWaiting)
    list.press("e")
    #expect(list.done == ["e"] && !list.keys.isAnyWaiting)
  }

  @Test func keysWaitUntilADeletedRecordHasGone() {
    list.keys.addLeaving([1, 2])
    list.press("e")
    #expect(list.done == [])
    list.keys.removeLeaving { $0 == 2 }
    list.keys.answer()
    #expect(list.done == [])
    list.keys.removeLeaving { $0 == 1 }
    list.keys.answer()
    #expect(list.done == ["e"] && list.readings == 0)
  }

  @Test func keysWaitNoLongerForADeletedRecordThatIsToBeShownAgain() {
    list.keys.addLeaving([1])
    list.press("e")
    list.keys.removeLeaving(1)
    list.keys.answer()
    #expect(list.done == ["e"])
  }

  @Test func escForgetsTheKeysAndStillWaitsForADeletedRecordToGo() {
    list.keys.addLeaving([1])
    list.press("e")
    list.keys.dropKeys()
    list.press("d")
    #expect(list.done == [])
    list.keys.drop()
    list.press("x")
    #expect(list.done == ["x"])
  }

  @Test func aDeletedRecordThatIsStillThereWhenTheRowsWereReadOnceMoreHasBeenBroughtBack() {
    list.keys.addLeaving([1])
    list.press("e")
    #expect(list.readings == 0)
    list.isAtRest = true
    list.keys.answer()
    #expect(list.done == [] && list.readings == 1)
    list.isAtRest = true
    list.keys.answer()
    #expect(list.done == ["e"] && list.readings == 1)
  }

  @Test func rowsAreNotReadOnceMoreWhereNoKeyWaitsForARecordToGo() {
    list.keys.addLeaving([2])
    list.isAtRest = true
    list.press("e")
    #expect(list.done == ["e"] && list.readings == 0)
  }

  @Test func rowsAreReadOnceMoreForEachDeletion() {
    list.keys.addLeaving([1])
    list.isAtRest = true
    list.press("e")
    list.keys.addLeaving([1])
    list.isAtRest = true
    list.keys.answer()
    #expect(list.done == [] && list.readings == 2)
  }
}

/// A list whose cursor is on record 1, and what its keys have done.
@MainActor
private final class ListOfRows {
  private(set) var keys: HeldKeys!
  var isComing = false
  var isReadable = true
  var isAtRest = false
  private(set) var readings = 0
  private(set) var done: [String] = []

  init() {
    keys = HeldKeys(
      HeldKeys.Rows(
        areComing: { [unowned self] isMotion in !isMotion && isComing || keys.isLeaving(1) },
        areReadable: { [unowned self] in isReadable },
        areAtRest: { [unowned self] in isAtRest },
        readAgain: { [unowned self] in
          isAtRest = false
          readings += 1
        }))
  }

  func press(
    _ key: String, isMotion: Bool = false, opens: Bool = false, then effect: @escaping (ListOfRows) -> Void = { _ in }
  ) {
    keys.whenCurrent(isMotion: isMotion, opens: opens) { [self] in
      done.append(key)
      effect(self)
    }
  }

  func hold(_ key: String, isForAnything: Bool) -> Bool {
    keys.hold(isForAnything: isForAnything) { [self] in done.append(key) }
  }
}
