import JourneyCommands
import LineEditor

/// The prompt: `journey> `, in a journey `journey Login 2> `, where the server chose the journey `journey step 2> `, in a profile of another name than `default` that name in the
/// place of `journey`.
enum ShellPrompt {
  static func prompt(_ state: PromptState, hasColor: Bool) -> Prompt {
    let name = state.profile == "default" ? "journey" : state.profile
    var parts = [Prompt.Part(name, attributes: hasColor ? "1" : "")]
    if let step = state.step { parts.append(Prompt.Part(" \(state.journey ?? "step") \(step)")) }
    parts.append(Prompt.Part("> "))
    return Prompt(parts)
  }
}
