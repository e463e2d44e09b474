import Crypto
import Testing

@Suite struct CredentialFileTests {
  private func problem(
    _ text: String, _ check: (CredentialFile) throws(CredentialFile.Problem) -> Void
  ) -> CredentialFile.Problem? {
    problem(Array(text.utf8), check)
  }

  private func problem(
    _ bytes: [UInt8], _ check: (CredentialFile) throws(CredentialFile.Problem) -> Void
  ) -> CredentialFile.Problem? {
    do throws(CredentialFile.Problem) {
      try check(CredentialFile(bytes))
      return nil
    } catch {
      return error
    }
  }

  @Test func `certificates are found in PEM alone`() {
    func found(_ text: String) -> CredentialFile.Problem? {
      problem(text) { file throws(CredentialFile.Problem) in try file.checkCertificates() }
    }
    #expect(found("a comment\n" + Self.certificate) == nil)
    for text in ["", "root:x:0:0:root:/root:/bin/bash", Self.key, String(Self.certificate.dropLast(200))] {
      #expect(found(text) == .noCertificate)
    }
  }

  @Test func `a key opens with its password and says what is wrong with another`() {
    func found(_ text: String, _ password: String?) -> CredentialFile.Problem? {
      problem(text) { file throws(CredentialFile.Problem) in try file.checkKey(password: password) }
    }
    #expect(found(Self.encryptedKey, "hush-hush") == nil)
    #expect(found(Self.encryptedKey, nil) == .noPassword)
    #expect(found(Self.encryptedKey, "hush") == .wrongPassword)
    #expect(found(Self.encryptedKey, String(repeating: "x", count: 5000)) == .wrongPassword)
    #expect(found(Self.key, nil) == nil && found(Self.key, "of no need") == nil)
    #expect(found(Self.certificate, "hush-hush") == .noKey)
  }

  @Test func `an archive opens with its password`() throws {
    func found(_ bytes: [UInt8], _ password: String?) -> CredentialFile.Problem? {
      problem(bytes) { file throws(CredentialFile.Problem) in try file.checkArchive(password: password) }
    }
    let archive = try #require(Base64.decode(Self.archive))
    #expect(found(archive, "hush-hush") == nil)
    #expect(found(archive, nil) == .noPassword)
    #expect(found(archive, "hush") == .wrongPassword)
    #expect(found(Array("no archive".utf8), "hush-hush") == .noArchive)
  }

  // Made with openssl for this file: ecparam -genkey, ec -aes128, req -x509, pkcs12 -export.
  private static let key = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIA0384/mf/lRvSWhIRaa0nBkuC9//YK2UE06PSe3t5fXoAoGCCqGSM49
    AwEHoUQDQgAETd+pMK1W+dDbmqcANrHxa33CkEKVQxAA/mU3O9vJGVA86XnkRz+g
    LmubU0mpr/lyao4yq2UUmUH42y/93GUwBw==
    -----END EC PRIVATE KEY-----
    """
  private static let encryptedKey = """
    -----BEGIN EC PRIVATE KEY-----
    Proc-Type: 4,ENCRYPTED
    DEK-Info: AES-128-CBC,A7C335633217306AF3BF33B232A6D737

    5yjWJ3OGn8KijkvLsYzDSR0a/jG/OfxpRdB3/2xJP+tjJUF4GTMcY5ItC7+nF1ed
    rRFF28S4qB8pa4lzH8TucOkIjNNwJ/Y5FbHYDAjNhHzMWnF6jvDCXx4M11q/jZym
    EZxjxem6jMmA7ocuW2ycSkvtrR7NcoCX0nv1SE1clR0=
    -----END EC PRIVATE KEY-----
    """
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBdDCCARugAwIBAgIUMNPeJJUTP6Rf9MHJhlNG4dNiu7cwCgYIKoZIzj0EAwIw
    DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMzAxNDI1NDBaGA8yMTI2MTEwNjE0MjU0
    MFowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABE3f
    qTCtVvnQ25qnADax8Wt9wpBClUMQAP5lNzvbyRlQPOl55Ec/oC5rm1NJqa/5cmqO
    MqtlFJlB+Nsv/dxlMAejUzBRMB0GA1UdDgQWBBRkUr3y8onCF8TdniAiZb18Ns9q
    IjAfBgNVHSMEGDAWgBRkUr3y8onCF8TdniAiZb18Ns9qIjAPBgNVHRMBAf8EBTAD
    AQH/MAoGCCqGSM49BAMCA0cAMEQCIG3k42YShIINwyTUxYVNAKGAhm/td7xZYFtv
    Lglq6TQ6AiAdzOEeAW/MNCXn2ILxV08Jt8Cs+zAG/fpFy+NHR1674Q==
    -----END CERTIFICATE-----
    """
  private static let archive = """
    MIIEDAIBAzCCA8IGCSqGSIb3DQEHAaCCA7MEggOvMIIDqzCCAmIGCSqGSIb3DQEHBqCCAlMwggJPAgEAMIICSAYJKoZIhvcNAQcB\
    MFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAheouVj8F/7JgICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEFIy\
    He7RPtEbp5KVCIbGXnqAggHgahkebrEVLDlohhbcHmSLFujmPx+x6oUk5/5M/Y+cFly6Pnc88g9wnOEnFTwN2+eyE+QLeaKqjDoN\
    6Um4J51aDdFRYh3IyNIzX+B6mlpMxrLuWjiddpgVQ2jaE6EoXmF8SIg3hn9vQlXcSfk/rKrkWUdDHU1AioWyQqXu+JGZ2cJc8boR\
    /28d/7Q1aZZXbr+ZpZR5T1AiUzgJYUl3kRRD5++FTY22hhQP4cE46PS4JD1g9maw+GgKqrx9w2S9mFGtPvw1wLkaU4VJmvvfUXMD\
    v/EFDaGmOi5J1d6Ct/Wd7sQXzVBaa0ewuEcAZ+KkNK4USLSeUUqeGDU99TIRQ+f/lRVL+CZvSeRXQOUvVdTF4rLQv/Vnp2N11mpR\
    Q9nxeWPum419K4VmsWBtQYhg0XNs8tx16GGwdV/jIcL6qJ+VmSEVKxF5gWUv+66n+FJ2pw7oQ7hfC0dny4impV9mcHfWDIqyC/Sx\
    q1s8MW/AU3u+m4yAUV4TT6T/tL61qCvi0OGYM7r9kLZ9rXsoeYlg5W9H7uesAV2dZrdF9jDQBvT4dNB/c4xbGSaiKu5NOyk5SR2V\
    hhiZ5oa55FUqrTaijGY2EoMgmksRCm/7M0ykpkZev0PO2YGyx7V/r35hbQE4FIq+MIIBQQYJKoZIhvcNAQcBoIIBMgSCAS4wggEq\
    MIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECL/sMUd/Ct4cAgIIADAMBggqhkiG\
    9w0CCQUAMB0GCWCGSAFlAwQBKgQQOICtB1XYJvV9qOHIEmVzRASBkJfjJgGfk4x1ZCnXYGOO5T+H7yklxYVSDKSg5J2Yqstpb94H\
    pEHFpaxQT92DNtQvZEJUuICT8tZnrxkhrhCFvxGSA/2a9Xkt9632IkcKnzTmNV8myaWu4fyesT9QD8879NHf8rW2x9/+X+mvmNvC\
    uTglLWLjhNEe4ZadapDo0m/BfuTlIZyGTwBYv0gx9XuplTElMCMGCSqGSIb3DQEJFTEWBBT0p3DGgYOHEirPYeBaFLtMyoMimzBB\
    MDEwDQYJYIZIAWUDBAIBBQAEIBQUVSRcGl52JSzXCNr8/T+vz04tg2XlqfXgsyaM8NmIBAhMxh5z+JJoagICCAA=
    """
}
