import HTTPClient
import JSON
import JourneyEngine
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sending the step at hand: what must be answered first, and how long to wait.
extension CommandContext {
  /// Sends the open step. On a terminal asks for what is missing. `isWait` is for `wait`: it stands in a record itself, and says that the
  /// step is to be sent as it is.
  func sendStep(defaults: Bool, now: Bool, isWait: Bool = false) async throws(Failure) -> Output {
    let open = try await requireStep()
    try refuseSuspended(open)
    if !defaults {
      if !open.node.missing.isEmpty, workspace.rights.face == .terminal, workspace.world.ask != nil {
        try await ask(for: open.node.missing, of: open)
      }
      try refuseMissing(open)
      if !now, !isWait { try await mindRedirect(open) }
    }
    let polls = open.node.polls && !open.node.callbacks.contains { $0.isAnswered }
    if !now, let wait = waitTime(of: open) { try await pause(for: wait) }
    let engine = try await engine()
    let node: any Node
    do throws(Refusal) {
      node = try await open.node.send(defaults: defaults)
    } catch {
      throw refused(error)
    }
    let output = try await take(node, by: engine)
    if !isWait { recordSent(defaults: defaults, now: now, polls: polls, output) }
    return output
  }

  func refuseSuspended(_ open: Profile.OpenStep) throws(Failure) {
    guard open.node.step.isSuspended else { return }
    let text =
      open.node.callbacks.compactMap(\.message).first.map {
        " The server says: \(ServerText.line(ServerText.message($0), limit: 400))"
      } ?? ""
    throw Failure(
      .suspended, "The journey waits for something outside.\(text)",
      hint: "'resume LINK' goes on, with the link that came by mail or from the other site.", data: ["missing": []])
  }

  /// A step that leads to another site goes on with what comes back from there. A person who sends it before that is asked; a script
  /// knows what it does.
  private func mindRedirect(_ open: Profile.OpenStep) async throws(Failure) {
    guard workspace.rights.face == .terminal, let ask = workspace.world.ask,
      let redirect = open.node.callbacks.lazy.compactMap({ $0 as? RedirectCallback }).first
    else { return }
    let question = World.Question.yesNo(
      "Nothing has come back from the other site yet. Send the step all the same?", preset: "no")
    guard try await ask(question) != "yes" else { return }
    let place = HTTPURL(redirect.redirectUrl)?.host ?? "the other site"
    throw Failure(
      .suspended, "The step was not sent: it waits for what comes back from \(place).",
      hint: "Open its address in a browser, then 'resume' with the address at which the browser ends.",
      data: ["missing": []])
  }

  func refuseMissing(_ open: Profile.OpenStep) throws(Failure) {
    let missing = open.node.missing
    guard !missing.isEmpty else { return }
    throw Self.needsInput(open.node)
  }

  static func needsInput(_ node: ContinueNode) -> Failure {
    let missing = node.missing
    let names = missing.map { index in
      let callback = node.callbacks[index]
      let labels = (callback.options ?? []).map { ServerText.line(ServerText.readable($0.label), limit: 40) }
      return Target.described(callback, index) + (labels.isEmpty ? "" : " with \(labels.joined(separator: ", "))")
    }
    return Failure(
      .needsInput, "The step needs an answer first: \(names.joined(separator: "; ")).",
      hint: "'set \(missing[0]) VALUE' gives one; 'next --defaults' sends without.",
      data: ["missing": .array(missing.map { .number(JSON.Number($0)) })])
  }

  /// Milliseconds between two posts of a polling step at least.
  private static var leastWait: Int { 1000 }

  /// What is left of the longest wait that a callback of the step asks for.
  func waitTime(of open: Profile.OpenStep) -> Duration? {
    guard let asked = open.node.callbacks.compactMap(\.waitMilliseconds).max() else { return nil }
    // A wait of nothing would make a busy loop of polling, which servers punish (am-protocol 3.8).
    let wait = max(asked, Self.leastWait)
    let left = Duration.milliseconds(wait) - (workspace.world.clock.uptime() - open.since)
    return left > .zero ? left : nil
  }

  /// Waits by the clock, and says so each second.
  func pause(for time: Duration) async throws(Failure) {
    let clock = workspace.world.clock
    let end = clock.uptime() + time
    while true {
      let left = end - clock.uptime()
      guard left > .zero else { return }
      watcher.progress?(["kind": "wait", "remainingMilliseconds": .number(JSON.Number(left.wholeMilliseconds))])
      do {
        try await clock.sleep(for: min(left, .seconds(1)))
      } catch {
        throw .cancelled
      }
    }
  }
}

extension ContinueNode {
  /// It waits for something, and asks for nothing.
  var polls: Bool { callbacks.contains { $0.waitMilliseconds != nil } && missing.isEmpty }

  /// The enrolment URIs in it.
  var uris: Set<String> { Set(callbacks.compactMap(\.uri)) }
}
