// Document 004, "@Bindable for Two-Way Bindings".

import Observing
import Stores

@Reducer
struct BindingForm {
  @ObservableState
  struct State: Equatable {
    var text = ""
    var toggleIsOn = false
    var stepCount = 10
    var sliderValue = 5.0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

@MainActor
struct BindingFormView {
  @Bindable var store: StoreOf<BindingForm>

  /// The bindings for the controls in `body`.
  var text: Binding<String> { $store.text }
  var toggleIsOn: Binding<Bool> { $store.toggleIsOn }
  var stepCount: Binding<Int> { $store.stepCount }
  var sliderValue: Binding<Double> { $store.sliderValue }
  var label: String { "Max slider value: \(store.stepCount)" }
}

@MainActor
struct Control<Value> {
  var title: String
  @Binding var value: Value

  init(_ title: String, isOn value: Binding<Value>) where Value == Bool {
    self.title = title
    _value = value
  }

  init(_ title: String, value: Binding<Value>) {
    self.title = title
    _value = value
  }
}

@MainActor
struct SettingsView {
  @Bindable var store: StoreOf<Settings>

  /// The values that `body` shows.
  var controls: (Control<Bool>, Control<Int>) {
    (
      Control(
        "Notifications",
        isOn: $store.notificationsEnabled.sending(\.toggleNotifications)
      ),
      Control(
        "\(store.count)",
        value: $store.count.sending(\.stepperChanged)
      )
    )
  }
}

@Reducer
struct Settings {
  @ObservableState
  struct State: Equatable {
    var notificationsEnabled = false
    var count = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case toggleNotifications
    case stepperChanged
    case requestNotificationPermission
    case trackCountChange
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .toggleNotifications:
        // Custom logic when toggle changes
        return .send(.requestNotificationPermission)

      case .stepperChanged:
        // Custom logic when stepper changes
        return .send(.trackCountChange)

      case .binding:
        return .none

      case .requestNotificationPermission:
        state.notificationsEnabled = true
        return .none

      case .trackCountChange:
        state.count += 1
        return .none
      }
    }
  }
}
