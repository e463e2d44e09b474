public import JSON

/// Asks with which identity provider to go on.
///
/// Wire: output `providers`, an array of `{"provider":"google","uiConfig":{"buttonDisplayName":"Google",…}}` and,
/// where local login is allowed, `{"provider":"localAuthentication"}`; input the name as text. A name that the
/// server does not know ends the journey, so it is checked here.
///
/// - Source: am-protocol 3.1, 3.3.
public final class SelectIdpCallback: KnownCallback, OfferingCallback {
  static let wireType = "SelectIdPCallback"
  /// The callback as received, with the answers.
  public let wire: WireCallback

  init(_ wire: WireCallback) {
    self.wire = wire
  }

  /// The providers, those without a name left out.
  public var providers: [IdPValue] {
    (wire.output("providers")?.array ?? []).compactMap(IdPValue.init)
  }

  /// The name of the provider that was taken.
  public var value: String {
    get { inputText(valueInput) }
    set { setInput(valueInput, .string(newValue)) }
  }

  /// The names, with what the button says.
  public var offered: [CallbackOption] {
    providers.map { CallbackOption(value: .string($0.provider), label: $0.displayName) }
  }

  /// Until a provider was taken.
  public var needsAnswer: Bool {
    valueInput.map { !isAnswered(input: $0) } ?? false
  }

  /// The name of a provider. Without a list, which only a broken callback lacks, any text.
  public func wireValue(_ answer: Answer, input: Int) throws(AnswerError) -> JSON {
    let name = try Conversion.text(answer)
    let known = wire.output("providers")?.array == nil || offered.contains { $0.value == name }
    guard known else { throw notOffered() }
    return name
  }
}
