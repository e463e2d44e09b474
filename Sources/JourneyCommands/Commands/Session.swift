import JSON
import JourneyEngine

extension CommandSpec {
  static let session: CommandSpec = CommandSpec(
    name: "session",
    summary: "Show the session",
    details: """
      Asks the server for user, realm and times, which resets no idle time where AM allows that. Where the session has ended, a \
      script stops with status 1.
      """,
    examples: ["session", "session --validate", "session --reveal"],
    parameters: [
      .flag("validate", "Ask the server whether it is still good"),
      .flag("reveal", "Show the session token"),
    ],
    resultSchema: Schema.reference("Session"),
    failures: [.noSession, .network, .unexpectedReply, .config, .storage, .tls, .timeout, .server, .needsInput],
    effect: .reads,
    body: .inTurn { arguments, context async throws(Failure) in
      let engine = try await context.engine()
      let held: Session?
      do throws(OidcError) {
        held = try await engine.journey.heldSession()
      } catch {
        throw Failure(error)
      }
      guard let held else { throw Failure(OidcError.noSession) }
      context.workspace.secrets.register(held.token.revealed, isIssued: true)
      var view = SessionView(held, await engine.journey.agent.session)
      try await view.ask(validate: arguments.flag("validate"))
      view.cookieName = await engine.journey.agent.cookieName()
      var output = Output(view.json(reveal: arguments.flag("reveal")), .session, warnings: view.warnings)
      if view.isValid == false { output.stops = 1 }
      return try await context.finished(output, by: engine)
    })
}

/// What is known of a session.
private struct SessionView {
  private let session: Session
  private let kept: HeldSession?
  private var info: SessionInfo?
  /// What the server says; nil where it does not.
  private(set) var isValid: Bool?
  private(set) var warnings: [String] = []
  var cookieName: String?

  init(_ session: Session, _ kept: HeldSession?) {
    self.session = session
    self.kept = kept
  }

  /// Asks the server. Where it only cannot say what is asked, the session is shown as far as it is known.
  mutating func ask(validate: Bool) async throws(Failure) {
    do throws(OidcError) {
      info = try await session.info()
      isValid = true
    } catch {
      switch error.kind {
      case .noSession: isValid = false
      case .cancelled: throw .cancelled
      default:
        if !validate { warnings.append("The server says nothing about the session: \(error.message)") }
      }
    }
    guard validate, isValid != false else { return }
    do throws(OidcError) {
      isValid = try await session.validate()
    } catch {
      throw Failure(error)
    }
  }

  func json(reveal: Bool) -> JSON {
    var object: JSON.Object = [
      "established": .bool(isValid ?? true), "realm": CallbackJSON.optional(info?.realm ?? kept?.realm),
      "successUrl": CallbackJSON.optional(kept?.successURL), "username": CallbackJSON.optional(info?.username),
      "expiresAt": CallbackJSON.optional(info?.expiresAt.map { Time($0).text }),
      "idleExpiresAt": CallbackJSON.optional(info?.idleExpiresAt.map { Time($0).text }),
      "valid": isValid.map(JSON.bool) ?? .null, "cookieName": CallbackJSON.optional(cookieName),
    ]
    if reveal { object["tokenId"] = .string(session.token.revealed) }
    return .object(object)
  }
}
