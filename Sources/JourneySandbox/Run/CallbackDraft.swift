import JSON

/// A callback as a node asks for it, before its place in the step is known.
struct CallbackDraft: Sendable {
  /// What an input takes: it decides which JSON types of an answer are read (journey-nodes 3.3).
  enum InputKind: Sendable {
    case text, integer, boolean, number
  }

  struct Input: Sendable {
    /// What follows `IDToken<n>` in the name.
    var suffix: String
    var kind: InputKind
    var value: JSON
  }

  var type: String
  var outputs: [(name: String, value: JSON)]
  var inputs: [Input]
  /// Only callbacks of a page have one.
  var id: Int?

  init(_ type: String, outputs: [(String, JSON)] = [], inputs: [Input] = []) {
    self.type = type
    self.outputs = outputs.map { (name: $0.0, value: $0.1) }
    self.inputs = inputs
  }

  var isReadOnly: Bool { inputs.isEmpty }

  /// Whether what is typed in is never shown again (am-protocol 2.6).
  var hidesItsValue: Bool { type == "PasswordCallback" || type == "ValidatedCreatePasswordCallback" }

  /// The callback as it stands at a position of the step, counted from 1 over all callbacks (am-protocol 2.4).
  func json(position: Int) -> JSON {
    var members: [JSON.Object.Member] = [.init(name: "type", value: .string(type))]
    if !outputs.isEmpty {
      members.append(.init(name: "output", value: .array(outputs.map { named($0.name, $0.value) })))
    }
    if !inputs.isEmpty {
      let prefix = "IDToken" + String(position)
      members.append(.init(name: "input", value: .array(inputs.map { named(prefix + $0.suffix, $0.value) })))
    }
    if let id {
      members.append(.init(name: "_id", value: .number(JSON.Number(id))))
    }
    return .object(JSON.Object(members))
  }

  private func named(_ name: String, _ value: JSON) -> JSON {
    .object(JSON.Object([.init(name: "name", value: .string(name)), .init(name: "value", value: value)]))
  }
}

/// The callbacks of am-protocol 3.1 that nodes ask with, with the members and their order that servers were seen to write.
extension CallbackDraft {
  static func name(_ prompt: String, value: String = "") -> CallbackDraft {
    CallbackDraft("NameCallback", outputs: [("prompt", .string(prompt))], inputs: [.text("", value)])
  }

  static func password(_ prompt: String) -> CallbackDraft {
    CallbackDraft("PasswordCallback", outputs: [("prompt", .string(prompt))], inputs: [.text("")])
  }

  static func textInput(_ prompt: String, defaultText: String = "") -> CallbackDraft {
    CallbackDraft(
      "TextInputCallback", outputs: [("prompt", .string(prompt)), ("defaultText", .string(defaultText))],
      inputs: [.text("", defaultText)])
  }

  enum MessageKind: String, Sendable {
    case information = "0"
    case warning = "1"
    case error = "2"
    case script = "4"
  }

  static func text(_ message: String, _ kind: MessageKind = .information) -> CallbackDraft {
    CallbackDraft(
      "TextOutputCallback", outputs: [("message", .string(message)), ("messageType", .string(kind.rawValue))])
  }

  static func suspendedText(_ message: String) -> CallbackDraft {
    CallbackDraft("SuspendedTextOutputCallback", outputs: [("message", .string(message)), ("messageType", "0")])
  }

  static func choice(_ prompt: String, _ choices: [String], defaultChoice: Int) -> CallbackDraft {
    CallbackDraft(
      "ChoiceCallback",
      outputs: [
        ("prompt", .string(prompt)), ("choices", .array(choices.map(JSON.string))),
        ("defaultChoice", .number(JSON.Number(defaultChoice))),
      ], inputs: [.index(defaultChoice)])
  }

  /// Buttons. `preset` is the index that an untouched answer means; 100 stands for "nothing pressed" (am-protocol 3.3).
  static func confirmation(
    _ options: [String], defaultOption: Int, preset: Int, messageType: Int = 0, prompt: String = ""
  ) -> CallbackDraft {
    CallbackDraft(
      "ConfirmationCallback",
      outputs: [
        ("prompt", .string(prompt)), ("messageType", .number(JSON.Number(messageType))),
        ("options", .array(options.map(JSON.string))), ("optionType", -1),
        ("defaultOption", .number(JSON.Number(defaultOption))),
      ], inputs: [.index(preset)])
  }

  /// The input of a hidden value holds the id until it is overwritten (am-protocol 3.2).
  static func hidden(_ id: String, value: String) -> CallbackDraft {
    CallbackDraft(
      "HiddenValueCallback", outputs: [("value", .string(value)), ("id", .string(id))], inputs: [.text("", id)])
  }

  static func metadata(_ data: JSON.Object) -> CallbackDraft {
    CallbackDraft("MetadataCallback", outputs: [("data", .object(data))])
  }

  static func pollingWait(milliseconds: Int, message: String) -> CallbackDraft {
    CallbackDraft(
      "PollingWaitCallback", outputs: [("waitTime", .string(String(milliseconds))), ("message", .string(message))])
  }

  static func redirect(_ url: String, isTracked: Bool) -> CallbackDraft {
    CallbackDraft(
      "RedirectCallback",
      outputs: [
        ("redirectUrl", .string(url)), ("redirectMethod", "GET"), ("trackingCookie", .bool(isTracked)),
      ])
  }
}

extension CallbackDraft.Input {
  static func text(_ suffix: String, _ value: String = "") -> CallbackDraft.Input {
    CallbackDraft.Input(suffix: suffix, kind: .text, value: .string(value))
  }

  static func index(_ value: Int) -> CallbackDraft.Input {
    CallbackDraft.Input(suffix: "", kind: .integer, value: .number(JSON.Number(value)))
  }

  static func flag(_ suffix: String, _ value: Bool = false) -> CallbackDraft.Input {
    CallbackDraft.Input(suffix: suffix, kind: .boolean, value: .bool(value))
  }
}
