/// Nothing that holds secrets shows its insides when it is printed, interpolated or dumped.

extension Step: CustomDebugStringConvertible, CustomReflectable {
  /// The number of callbacks, nothing of the document.
  public var debugDescription: String { "Step(\(callbacks.count) callbacks)" }
  /// Nothing.
  public var customMirror: Mirror { .closed(self) }
}

extension ContinueNode: CustomDebugStringConvertible, CustomReflectable {
  /// Place of the step in its journey, nothing of the document.
  public var debugDescription: String { "ContinueNode(step \(number))" }
  /// Nothing.
  public var customMirror: Mirror { .closed(self) }
}

extension SuccessNode: CustomDebugStringConvertible, CustomReflectable {
  /// Whether there is a session.
  public var debugDescription: String { "SuccessNode(established: \(established))" }
  /// Nothing.
  public var customMirror: Mirror { .closed(self) }
}

extension ErrorNode: CustomDebugStringConvertible, CustomReflectable {
  /// Status and cause; a message may repeat a token.
  public var debugDescription: String { "ErrorNode(\(status), \(cause.rawValue))" }
  /// Nothing.
  public var customMirror: Mirror { .closed(self) }
}

extension FailureNode: CustomDebugStringConvertible, CustomReflectable {
  /// Cause and host.
  public var debugDescription: String { "FailureNode(\(cause.rawValue), \(host ?? "no host"))" }
  /// Nothing.
  public var customMirror: Mirror { .closed(self) }
}

extension KeptState: CustomDebugStringConvertible, CustomReflectable {
  package var debugDescription: String { "KeptState(session: \(session != nil), step: \(journey != nil))" }
  package var customMirror: Mirror { .closed(self) }
}

extension PendingAuthorization: CustomDebugStringConvertible, CustomReflectable {
  package var debugDescription: String { "PendingAuthorization(\(clientID))" }
  package var customMirror: Mirror { .closed(self) }
}

extension AnswerBinding: CustomDebugStringConvertible, CustomReflectable {
  package var debugDescription: String { "AnswerBinding" }
  package var customMirror: Mirror { .closed(self) }
}

extension AMRequest: CustomDebugStringConvertible, CustomReflectable {
  package var debugDescription: String { "AMRequest(\(method))" }
  package var customMirror: Mirror { .closed(self) }
}

extension AMResponse: CustomDebugStringConvertible, CustomReflectable {
  package var debugDescription: String { "AMResponse(\(status))" }
  package var customMirror: Mirror { .closed(self) }
}

extension Mirror {
  /// A mirror without children.
  fileprivate static func closed(_ subject: some Any) -> Mirror {
    Mirror(subject, children: EmptyCollection<Mirror.Child>())
  }
}
