/// A storage that several processes share, and that knows which steps have gone out from any of them.
///
/// A step is one attempt (am-protocol 2.2): sent twice it is refused, and a mail or push goes out twice. Nobody can delete it from
/// the storage and send it in one go, so it stays there until its answer has come, and a journal tells whether it went out: it
/// is noted when the connection stands, before the first byte. A process that dies before that has sent nothing, and the next
/// one sends the step; one that dies after it may have sent it, and nobody sends it again.
package protocol StepJournal: Sendable {
  /// Waits until no other process sends a step of this storage, and keeps them from it until the turn is over.
  ///
  /// - Parameter step: A text for the step that no other has, without anything secret.
  /// - Returns: Nil where no other process can have the step.
  func turn(for step: String) async throws -> (any SendingTurn)?
}

/// The turn of one process to send one step.
package protocol SendingTurn: Sendable {
  /// Whether the step went out before, or may have.
  var wasSent: Bool { get }
  /// Notes that the step goes out now; false where that is impossible: then it must not go out.
  func begin() -> Bool
  /// Ends the turn, once. `reopens` takes the note back: the step may go out again.
  func end(reopens: Bool)
}
