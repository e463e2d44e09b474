package import JSON

/// The callbacks of a node's JSON, and what a person may call them.
package struct StepTargets {
  let callbacks: [JSON]

  /// Of a step as a node.
  package init(_ node: JSON?) { callbacks = node?["callbacks"]?.array ?? [] }

  /// Of one callback, the result of `set`.
  package init(callback: JSON) { callbacks = [callback] }

  /// The first callback that the target means.
  func callback(for target: String) -> JSON? {
    places(of: target).first.flatMap(callback(at:))
  }

  /// Whether what the target means may be seen: each input that it may mean is known to be no secret. Without a target that
  /// holds of every input.
  package func isOpen(_ target: String?) -> Bool {
    let places = target.map { self.places(of: $0) } ?? views.map { TargetGrammar.Place(callback: $0.index) }
    return !places.isEmpty && places.allSatisfy(isOpen(at:))
  }

  private func isOpen(at place: TargetGrammar.Place) -> Bool {
    let inputs = callback(at: place)?["inputs"]?.array ?? []
    let meant = place.input.map { [inputs[$0]] } ?? inputs
    return !meant.isEmpty && meant.allSatisfy { $0["secret"]?.bool == false }
  }

  private func places(of target: String) -> [TargetGrammar.Place] {
    TargetGrammar.places(of: .string(target), in: views)
  }

  private func callback(at place: TargetGrammar.Place) -> JSON? {
    zip(views, callbacks).first { $0.0.index == place.callback }?.1
  }

  private var views: [TargetGrammar.View] {
    callbacks.enumerated().map { position, callback in
      TargetGrammar.View(
        index: callback["index"]?.integer ?? position, type: callback["type"]?.string,
        prompt: callback["prompt"]?.string,
        inputs: (callback["inputs"]?.array ?? []).map { ($0["name"]?.string, $0["field"]?.string) })
    }
  }
}
