/// Switches that cannot be meant together: one takes from the other all that it does.
struct Contradiction: Sendable {
  /// The switches, the one to name first.
  let names: [String]
  let message: String
  /// Whether it is there, by the settings and the names of the switches that were given, those set to false aside.
  let holds: @Sendable (Services.Settings, Set<String>) -> Bool

  static let all: [Contradiction] = [
    Contradiction(names: ["aic", "fork"], message: "the switches fork and aic cannot both be on") { _, on in
      on.isSuperset(of: ["aic", "fork"])
    },
    Contradiction(
      names: ["allowListing", "constantAuthId", "fork"],
      message:
        "with the switch allowListing each step has an authId of its own, with constantAuthId (part of fork) none has"
    ) { settings, _ in settings.allowsStateOnce && settings.keepsAuthID },
    Contradiction(
      names: ["quotaRefuses"],
      message: "the switch quotaRefuses needs sessionQuota, which says how many sessions there may be"
    ) { settings, _ in settings.quotaRefuses && settings.sessionQuota == 0 },
    Contradiction(
      names: ["reuseEndsGrant", "refreshTokenRotation"],
      message: "the switch reuseEndsGrant needs refreshTokenRotation: without it no refresh token is ever old"
    ) { settings, _ in settings.reuseEndsGrant && !settings.rotatesRefreshTokens },
    Contradiction(
      names: ["reuseEndsGrant", "noRefreshToken"],
      message: "the switches reuseEndsGrant and noRefreshToken cannot both be on: there would be no refresh token"
    ) { settings, _ in settings.reuseEndsGrant && settings.omitsRefreshToken },
    Contradiction(
      names: ["clientSideSessions", "idleMinutes"],
      message: "the switches clientSideSessions and idleMinutes cannot both be on: such sessions have no idle time"
    ) { settings, on in settings.clientSideSessions && on.contains("idleMinutes") },
    Contradiction(
      names: ["idleMinutes", "sessionMinutes"], message: "the switch idleMinutes is more than sessionMinutes"
    ) { settings, on in
      on.isSuperset(of: ["idleMinutes", "sessionMinutes"]) && settings.idleMinutes > settings.sessionMinutes
    },
  ]
}
