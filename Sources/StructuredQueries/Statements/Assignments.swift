// The assignments of an UPDATE. A second assignment to a column uses the first one's value.

/// The columns of a row that is being updated: `update { $0.count += 1; $0.isActive.toggle() }`.
///
/// Reading a column returns the value assigned to it, if any, so that two assignments to one column become one.
@dynamicMemberLookup
public struct Assignments<Root: Table> {
  private let columns: Root.TableColumns
  private var names: [String] = []
  private var values: [QueryFragment] = []

  init(columns: Root.TableColumns) { self.columns = columns }

  var isEmpty: Bool { names.isEmpty }

  /// The text after SET.
  var fragment: QueryFragment {
    zip(names, values).map { "\(quote: $0) = \($1)" }.joined()
  }

  /// The new value of the column.
  public subscript<Value: QueryBindable>(
    dynamicMember column: KeyPath<Root.TableColumns, TableColumn<Root, Value>>
  ) -> SQLExpression<Value> {
    get {
      let column = columns[keyPath: column]
      guard let index = names.firstIndex(of: column.name) else { return SQLExpression(column.fragment) }
      // An assigned value may contain an operator: as an operand it needs parentheses.
      let value = values[index]
      return SQLExpression(value, precedence: value.sql == "?" ? .atom : .or)
    }
    set { assign(newValue.fragment, to: columns[keyPath: column].name) }
  }

  /// Sets the column to a value. It can't be read as one, because there is no row.
  @_disfavoredOverload
  public subscript<Value: QueryBindable>(
    dynamicMember column: KeyPath<Root.TableColumns, TableColumn<Root, Value>>
  ) -> Value {
    @available(*, unavailable, message: "The value is known only to the database; use it as an expression.")
    get { fatalError("A column that is being updated has no value in Swift. Use it as an expression.") }
    set { assign(QueryFragment(bind: newValue.queryBinding), to: columns[keyPath: column].name) }
  }

  /// Sets the column to a Swift value in its representation. It can't be read as one, because there is no row.
  @_disfavoredOverload
  public subscript<Value: QueryRepresentation>(
    dynamicMember column: KeyPath<Root.TableColumns, TableColumn<Root, Value>>
  ) -> Value.Represented {
    @available(*, unavailable, message: "The value is known only to the database; use it as an expression.")
    get { fatalError("A column that is being updated has no value in Swift. Use it as an expression.") }
    set {
      assign(QueryFragment(bind: Value(representing: newValue).queryBinding), to: columns[keyPath: column].name)
    }
  }

  private mutating func assign(_ value: QueryFragment, to name: String) {
    if let index = names.firstIndex(of: name) {
      values[index] = value
    } else {
      names.append(name)
      values.append(value)
    }
  }
}

/// The row that could not be inserted, in an upsert: `doUpdate: { $0.title = $1.title }`.
@dynamicMemberLookup
public struct ExcludedColumns<Root: Table> {
  private let columns = Root.TableColumns(tableQualifier: "excluded")

  /// The value that was to be inserted into a column.
  public subscript<Value: QueryBindable>(
    dynamicMember column: KeyPath<Root.TableColumns, TableColumn<Root, Value>>
  ) -> SQLExpression<Value> {
    SQLExpression(columns[keyPath: column].fragment)
  }
}
