import Foundation
import JSON
import JourneyEngine
import Testing

/// ID tokens that an independent implementation made: `Corpus/id-tokens-pyjwt.json` names it.
@Suite struct PyJWTTests {
  private let setup = OidcSetup()

  /// A token of the file; its name is what the report shows.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let token: String
    var testDescription: String { name }
  }

  private static let file: JSON? = {
    guard let url = Bundle.module.url(forResource: "id-tokens-pyjwt", withExtension: "json", subdirectory: "Corpus"),
      let data = try? Data(contentsOf: url)
    else { return nil }
    return try? JSON(parsing: [UInt8](data))
  }()

  private static func cases(_ group: String) -> [Case] {
    (file?[group]?.array ?? []).compactMap { entry in
      guard let name = entry["name"]?.string, let token = entry["token"]?.string else { return nil }
      return Case(name: name, token: token)
    }
  }

  private func take(_ one: Case) async throws -> OidcError? {
    let file = try #require(Self.file)
    setup.configure {
      $0.nonce = "n-1"
      $0.clientAuth = ClientAuthentication.none
      $0.clientSecret = file["secret"]?.string.map { Secret($0) }
    }
    await setup.signIn()
    setup.provider.queue("/jwk_uri", .json(200, file["keys"] ?? .null), .json(200, file["keys"] ?? .null))
    setup.provider.queue(
      "/access_token", .json(200, ["access_token": "a", "scope": "openid profile", "id_token": .string(one.token)]))
    return await setup.failure { () async throws(OidcError) in _ = try await setup.client.token() }
  }

  @Test func `the file holds good tokens of every algorithm, and bad ones`() throws {
    #expect(Self.cases("good").count == 16 && Self.cases("bad").count == 22)
    #expect(Self.file?["issuer"]?.string == ProviderDouble.oauth)
  }

  @Test(arguments: cases("good"))
  func `a good token is taken`(_ one: Case) async throws {
    let error = try await take(one)
    #expect(error == nil)
    #expect(try await setup.client.decode().isVerified)
  }

  @Test(arguments: cases("bad"))
  func `a bad token is refused, and nothing of its answer is kept`(_ one: Case) async throws {
    let error = try await take(one)
    #expect(error?.error == "invalid_id_token")
    #expect(await setup.agent.tokens == nil)
  }
}
