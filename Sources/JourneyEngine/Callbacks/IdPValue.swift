public import JSON

/// One identity provider of a list.
///
/// Wire: `{"provider":"google","uiConfig":{…}}`; `localAuthentication` has no `uiConfig`.
///
/// - Source: am-protocol 3.3.
public struct IdPValue: Sendable, Hashable {
  /// The name that is sent.
  public let provider: String
  /// How the button looks; empty where there is nothing.
  public let uiConfig: JSON.Object

  init?(_ entry: JSON) {
    guard let provider = entry["provider"]?.string else { return nil }
    self.provider = provider
    uiConfig = entry["uiConfig"]?.object ?? JSON.Object()
  }

  /// What the button says, else the name.
  public var displayName: String {
    guard let text = uiConfig["buttonDisplayName"]?.string, !text.isEmpty else { return provider }
    return text
  }
}
