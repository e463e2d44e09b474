import JSON
import JourneyEngine
import Testing

/// Written as an app is that was made for the SDK of the phone: without a look inside the module.
@Suite struct PublicNamesTests {
  private func answer(_ callback: any Callback) {
    switch callback {
    case let name as NameCallback:
      let prompt: String = name.prompt
      name.name = prompt.isEmpty ? "" : "demo"
    case let password as PasswordCallback: password.password = "Ch4ng31t"
    case let choice as ChoiceCallback: choice.selectedIndex = choice.choices.count - 1 - choice.defaultChoice
    case let confirmation as ConfirmationCallback:
      let options: [String] = confirmation.options
      confirmation.selectedIndex = options.firstIndex(of: "No") ?? confirmation.defaultOption
    case let question as KbaCreateCallback:
      question.selectedQuestion = question.predefinedQuestions.first ?? ""
      question.selectedAnswer = "Rex"
    case let terms as TermsAndConditionsCallback: terms.accepted = !terms.terms.isEmpty
    case let text as TextOutputCallback where text.messageType == MessageType.script: break
    case let attribute as StringAttributeInputCallback where attribute.required: attribute.value = attribute.name
    case let attribute as BooleanAttributeInputCallback: attribute.value.toggle()
    case let attribute as NumberAttributeInputCallback: attribute.value = 42
    case let input as TextInputCallback: input.text = input.defaultText
    case let hidden as HiddenValueCallback: hidden.value = hidden.hiddenId
    case let provider as SelectIdpCallback: provider.value = provider.providers.first?.provider ?? ""
    case let name as ValidatedUsernameCallback: name.username = "demo"
    case let password as ValidatedPasswordCallback where !password.echoOn: password.password = "Ch4ng31t"
    default: break
    }
  }

  private static let step = #"""
    {"callbacks":[
      {"type":"NameCallback","output":[{"name":"prompt","value":"User"}],"input":[{"name":"IDToken1","value":""}]},
      {"type":"PasswordCallback","input":[{"name":"IDToken2","value":""}]},
      {"type":"ChoiceCallback","output":[{"name":"choices","value":["a","b","c"]},{"name":"defaultChoice","value":1}],
       "input":[{"name":"IDToken3","value":0}]},
      {"type":"ConfirmationCallback","output":[{"name":"options","value":["Yes","No"]}],
       "input":[{"name":"IDToken4","value":0}]},
      {"type":"KbaCreateCallback","output":[{"name":"predefinedQuestions","value":["Pet?"]}],
       "input":[{"name":"IDToken5question","value":""},{"name":"IDToken5answer","value":""}]},
      {"type":"TermsAndConditionsCallback","output":[{"name":"terms","value":"…"}],
       "input":[{"name":"IDToken6","value":false}]},
      {"type":"BooleanAttributeInputCallback","input":[{"name":"IDToken7","value":false}]},
      {"type":"SelectIdPCallback","output":[{"name":"providers","value":[{"provider":"google"}]}],
       "input":[{"name":"IDToken8","value":""}]}]}
    """#

  @Test func `an app answers by the names of the SDK`() throws {
    let step = try JSON(parsing: Self.step)
    let callbacks = (step["callbacks"]?.array ?? []).enumerated().map { index, received in
      CallbackCatalogue.make(received, index: index, step: StepContext(step))
    }
    callbacks.forEach(answer)
    let sent = callbacks.flatMap { $0.reply()["input"]?.array ?? [] }.compactMap { $0["value"] }
    #expect(sent == ["demo", "Ch4ng31t", 1, 1, "Pet?", "Rex", true, true, "google"])
    #expect(callbacks.allSatisfy { !$0.needsAnswer && $0.isAnswered })
  }
}
