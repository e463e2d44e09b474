public import JSON
import Synchronization

/// One callback of a step as the server sent it, with the answers that were put in.
///
/// Wire: `{"type":"…","output":[{"name":"…","value":…}],"input":[{"name":"IDToken1","value":…}],"_id":0}`. Every
/// member may be missing or of another type: then it counts as absent, and goes back as it came.
///
/// The received document never changes. Answers are kept beside it, so that they can be taken back and the echo
/// stays exact.
///
/// - Source: am-protocol 2.3, 2.5.
public final class WireCallback: Sendable {
  /// Zero-based place in the `callbacks` array.
  public let index: Int
  /// The callback as it came, of whatever form.
  public let received: JSON
  /// What is known of the step around it.
  public let step: StepContext
  /// Nil where the server sent none, or something that is no text.
  public let type: String?
  /// In the order of the server; entries without a name are left out, an entry without a value has null.
  public let outputs: [(name: String, value: JSON)]
  /// In the order of the server; entries of `input` that are no objects are left out.
  public let inputs: [WireInput]

  private let answers = Mutex<[Int: JSON]>([:])

  /// Reads an entry of `callbacks`; nothing in it is refused.
  public init(_ received: JSON, index: Int, step: StepContext = StepContext()) {
    self.received = received
    self.index = index
    self.step = step
    type = received["type"]?.string
    outputs = (received["output"]?.array ?? []).compactMap { entry in
      guard let name = entry["name"]?.string, !name.isEmpty else { return nil }
      return (name, entry["value"] ?? .null)
    }
    inputs = (received["input"]?.array ?? []).enumerated().compactMap { position, entry in
      WireInput(entry, position: position)
    }
  }

  /// The value of an output; of two with one name the last, as in a JSON object.
  public func output(_ name: String) -> JSON? {
    outputs.last { $0.name.isExactly(name) }?.value
  }

  /// What was set for an input, nil when nothing was.
  public func answer(_ input: Int) -> JSON? {
    answers.withLock { $0[input] }
  }

  /// Puts an answer in as it is, without a check; nil takes it back. A number that is no input is ignored.
  public func setAnswer(_ value: JSON?, input: Int) {
    guard inputs.indices.contains(input) else { return }
    answers.withLock { $0[input] = value }
  }

  /// The first input whose name ends so after `IDToken` and the digits; `""` is the plain input.
  public func input(suffix: String) -> Int? {
    inputs.firstIndex { $0.suffix?.isExactly(suffix) ?? false }
  }
}
