/// The turn of one process to send one step, in a storage that several share and that knows which steps have gone out from any of
/// them.
///
/// A step is one attempt (am-protocol 2.2): sent twice it is refused, and a mail or push goes out twice. Nobody can delete it from
/// the storage and send it in one go, so it stays there until its answer has come, and a journal tells whether it went out: it
/// is noted when the connection stands, before the first byte. A process that dies before that has sent nothing, and the next
/// one sends the step; one that dies after it may have sent it, and nobody sends it again.
public protocol SendingTurn: Sendable {
  /// Whether the step went out before, or may have.
  var wasSent: Bool { get }
  /// Notes that the step goes out now; where that is impossible it does not. It is called on the thread of all transfers and
  /// must not take long.
  func begin() throws(StorageError)
  /// Ends the turn, once. `reopens` takes the note back: the step may go out again.
  func end(reopens: Bool) async
}
