import Synchronization

/// Putting variables into words (CONTRACT.md 2): once, and never split again.
extension Workspace {
  func expand(_ words: [Word]) async throws(Failure) -> [ExpandedWord] {
    var expanded: [ExpandedWord] = []
    for word in words {
      var text = ""
      var isSecret = false
      for piece in word.pieces {
        switch piece {
        case .literal(let part): text += part
        case .environment(let name):
          text += try environment(name, at: word.place)
          isSecret = true
        case .variable(let name):
          let variable = try await variable(name, at: word.place)
          text += variable.text
          isSecret = isSecret || variable.isSecret
        }
      }
      expanded.append(ExpandedWord(text: text, isSecret: isSecret, mayBeOption: word.mayBeOption))
    }
    return expanded
  }

  /// The words without asking anybody; nil where that is not possible.
  func expandNow(_ words: [Word]) -> [ExpandedWord]? {
    var expanded: [ExpandedWord] = []
    for word in words {
      guard let text = word.literal else { return nil }
      expanded.append(ExpandedWord(text: text, isSecret: false, mayBeOption: word.mayBeOption))
    }
    return expanded
  }

  private func environment(_ name: String, at place: ScriptPlace) throws(Failure) -> String {
    guard rights.readsEnvironment else {
      throw Failure(
        .usage, "${env:\(name)} cannot be used here.",
        hint: rights.face == .rpc ? "Start 'journey rpc' with --allow-sources." : nil, place: place)
    }
    let value: String
    do throws(Failure) {
      value = try world.variable(name)
    } catch {
      var failure = error
      failure.place = place
      throw failure
    }
    secrets.register(value)
    hold(back: ValueSource(kind: .env, name: name))
    recorder.know(value, from: name)
    return value
  }

  private func variable(_ name: String, at place: ScriptPlace) async throws(Failure) -> Variable {
    if let variable = state.withLock({ $0.variables[name] }) { return variable }
    guard rights.face == .terminal, let ask = world.ask else {
      let near = Text.near(name, among: state.withLock { $0.variables.keys.sorted() })
      throw Failure(
        .usage, "The variable \(name) is not defined.",
        hint: near.isEmpty ? "'let \(name) VALUE' defines it." : "Did you mean \(near.joined(separator: " or "))?",
        place: place)
    }
    let text = try await ask(World.Question("Value for \(name)", isSecret: true))
    secrets.register(text)
    let variable = Variable(text: text, isSecret: true)
    state.withLock { $0.variables[name] = variable }
    return variable
  }
}

extension Word {
  /// Whether it can be an option: a literal that was not quoted stands first.
  var mayBeOption: Bool {
    guard !beginsQuoted, case .literal? = pieces.first else { return false }
    return true
  }
}
