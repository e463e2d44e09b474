import JSON
import JourneyEngine

/// Asking a person for answers: `fill`, `next` for what is missing, `set` without a value.
extension CommandContext {
  /// Asks for the answers to these callbacks, in order. What need not be answered is left as it is by an empty answer.
  func ask(for indexes: [Int], of open: Profile.OpenStep) async throws(Failure) {
    for index in indexes {
      let callback = open.node.callbacks[index]
      let inputs = callback.valueInput.map { [$0] } ?? Array(callback.wire.inputs.indices)
      // An answer that leaves it open, such as a no to the terms, is asked for once more.
      let isOpen = callback.valueInput != nil && callback.needsAnswer
      for input in inputs where isOpen || !callback.isAnswered(input: input) {
        try await ask(open, InputPlace(index, input))
      }
    }
    try await keepAnswers(try await engine())
  }

  /// Asks until the answer fits.
  private func ask(_ open: Profile.OpenStep, _ place: InputPlace) async throws(Failure) {
    let callback = open.node.callbacks[place.callback]
    let question = StepQuestion.question(at: place, of: open.node)
    if let terms = callback as? TermsAndConditionsCallback { try await show(terms) }
    tellRules(of: callback, question.text)
    while true {
      let text = try await answer(to: question, in: open)
      if text.isEmpty, question.preset == nil {
        guard callback.needsAnswer || !callback.failedPolicies.isEmpty else { return }
        let empty = callback is any AttributeInputCallback ? "" : " 'set \(place.callback) \"\"' gives an empty one."
        workspace.notify(.warning("\(question.text) must have a value.\(empty)"))
        continue
      }
      // A provider is shown by its label and sent by its name.
      let name = callback.options?.first { $0.label == text }?.value.string
      do throws(Failure) {
        return try answer(open, place, with: .text(name ?? text), isSecret: false, named: .null)
      } catch {
        guard error.code == .badValue else { throw error }
        workspace.notify(.warning([error.message, error.hint].compactMap { $0 }.joined(separator: " ")))
      }
    }
  }

  private func answer(to question: World.Question, in open: Profile.OpenStep) async throws(Failure) -> String {
    guard let ask = workspace.world.ask else { throw Self.needsInput(open.node) }
    return try await ask(question)
  }

  /// What the last value has broken; for a secret, which nobody sees as it is typed, also what there is to heed.
  private func tellRules(of callback: any Callback, _ title: String) {
    let failed = callback.failedPolicies.map(\.message)
    let rules = callback.isSecret ? PolicyRules.lines(callback.wire.output("policies")) : []
    for text in failed { workspace.notify(.warning("\(title) was refused. \(ServerText.line(text, limit: 400))")) }
    let others = rules.filter { !failed.contains($0) }.joined(separator: " ")
    if !others.isEmpty { workspace.notify(.note(ServerText.line(others, limit: 600))) }
  }

  private func show(_ terms: TermsAndConditionsCallback) async throws(Failure) {
    guard let page = workspace.world.page, !terms.terms.isEmpty else { return }
    let text = ServerText.readable(terms.terms, limit: StepQuestion.longestTerms)
    try await page(workspace.secrets.scrub(text))
  }
}

extension Workspace {
  /// Why nobody can be asked.
  var whyNobody: String { options.flag("noInput") ? "--no-input is set" : "there is no terminal" }
}

/// What a person is asked for one input of a step.
enum StepQuestion {
  /// In characters.
  static let longestTerms = 128 << 10

  /// Whether `fill` asks for it: it has no answer, and it asks a person something.
  static func isOpen(_ callback: any Callback) -> Bool {
    guard !callback.wire.inputs.isEmpty else { return false }
    if callback.needsAnswer || !callback.failedPolicies.isEmpty && !callback.isAnswered { return true }
    guard !callback.isAnswered, callback.derivedType == nil else { return false }
    return callback.prompt?.isEmpty == false || callback.options?.count ?? 0 > 1 || callback is ConsentMappingCallback
  }

  static func question(at place: InputPlace, of node: ContinueNode) -> World.Question {
    let callback = node.callbacks[place.callback]
    let input = place.input
    let (title, isSecret) = (title(of: callback, input), callback.isSecret(input: input))
    if asksYesOrNo(callback, input) {
      let isYes = callback.outgoing(input: input, defaults: false)?.bool == true
      return .yesNo(title, isSecret: isSecret, preset: callback.needsAnswer ? nil : isYes ? "yes" : "no")
    }
    var question = World.Question(title, isSecret: isSecret)
    if let kba = callback as? KbaCreateCallback, input == kba.wire.input(suffix: "question") {
      question.choices = unused(kba.predefinedQuestions, before: place.callback, in: node)
      if kba.allowUserDefinedQuestions { question.other = .own }
    } else if callback.valueInput == input, let options = callback.options, !options.isEmpty {
      question.choices = options.map(\.label)
      if callback is SelectIdpCallback { question.other = .name }
      question.preset = options.first { $0.value == callback.defaultAnswer }?.label
    } else if !question.isSecret, !callback.needsAnswer, callback.failedPolicies.isEmpty,
      let value = callback.outgoing(input: input, defaults: false), !value.isNull, value != ""
    {
      question.preset = value.rawText
    }
    return question
  }

  private static func title(of callback: any Callback, _ input: Int) -> String {
    switch callback {
    case let kba as KbaCreateCallback where input == kba.wire.input(suffix: "answer"):
      let prompt = "\(shown(kba.prompt ?? "Security question")), answer"
      return kba.selectedQuestion.isEmpty ? prompt : "Answer to \"\(shown(kba.selectedQuestion))\""
    case let kba as KbaCreateCallback: return shown(kba.prompt ?? "Security question")
    case let terms as TermsAndConditionsCallback:
      return "Accept the terms\(terms.version.isEmpty ? "" : " (version \(shown(terms.version)))")"
    case let consent as ConsentMappingCallback:
      let fields = consent.fields.map(shown)
      let what = fields.isEmpty ? "data" : fields.joined(separator: ", ")
      return "Share \(what) with \(shown(consent.displayName.isEmpty ? consent.name : consent.displayName))"
    default:
      let text = (callback.prompt ?? callback.message).map(shown)
      let title =
        [text, name(of: callback), callback.type.map(TargetGrammar.shortType)].compactMap { $0 }.first { !$0.isEmpty }
        ?? "Answer \(callback.wire.index)"
      let field = callback.valueInput == nil ? callback.wire.inputs[input].suffix ?? "" : ""
      return field.isEmpty ? title : "\(title), \(field)"
    }
  }

  /// What is asked for by a callback that has no words of its own.
  private static func name(of callback: any Callback) -> String? {
    switch callback {
    case is SelectIdpCallback: "Identity provider"
    case is ReCaptchaCallback, is ReCaptchaEnterpriseCallback: "Token of the captcha"
    case let hidden as HiddenValueCallback where !hidden.hiddenId.isEmpty: "Value of \(shown(hidden.hiddenId))"
    default: nil
    }
  }

  private static func shown(_ text: String) -> String { ServerText.line(ServerText.readable(text), limit: 400) }

  private static func asksYesOrNo(_ callback: any Callback, _ input: Int) -> Bool {
    if callback is TermsAndConditionsCallback || callback is ConsentMappingCallback { return true }
    if callback is BooleanAttributeInputCallback { return callback.valueInput == input }
    return callback.wire.inputs[input].received?.bool != nil
  }

  /// The questions that no callback before has taken: each wants another one, compared as the server does (am-protocol 3.4).
  private static func unused(_ questions: [String], before index: Int, in node: ContinueNode) -> [String] {
    let taken = node.callbacks[..<index].compactMap { ($0 as? KbaCreateCallback)?.selectedQuestion }.map(letters)
    return questions.filter { !taken.contains(letters($0)) }
  }

  private static func letters(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
