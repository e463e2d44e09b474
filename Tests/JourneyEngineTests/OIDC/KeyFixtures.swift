/// Private keys that were made for these tests with `openssl genpkey` and are used for nothing else.
enum KeyFixtures {
  static let rsaPKCS8 = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC/zYuDom9yW6NI
    rdsQh0uNPVlrHNjHRMCPVhvXJJ2+HvXnxmFpm68ksghPDFqGF0EVTyUW8ybER8HH
    Dii7BEVV3gMdwga45d+yRSvpAGH0/WMx8rysTAnZghHgTm0n/i9LAtvDr+pDK3K0
    uWC7DUc6dRz/rnx5UMSLa0fT85ZCvVP4sW3FBbUkBrHj5egrASZNXjq1QT8S9t9g
    T/lJWYDHegiUMzo/echUYR+CaIYZoUZ6ynUu2fmAmA2H6w2oYLF+58sBGN9akiAX
    V3+SpZBgcLjLN5EAeOpi03e2tzP6qSTxod5CjVT1fOpwrXYxT1ym5B2I9EL5NNZx
    CFBSNNC5AgMBAAECggEAATz4Lf4G2Vm9Sl7z4IqBLnxdbwIdVKrqJwtCU4zR5TMZ
    bsBmSvwaKopX8YVb0/mBH0Cged4eGUgkPMNBb8oHIrCAm9j4ImgYaslCddb/udGL
    mOsUoUEs8LO26yk82MEcx3G30CHY2jqvkr6PFBk+gwBcrH6qqXB9xWLETng7ap9m
    VRzLjnpFyV5uRKh94uGAcd66t/QEbMrTzWpHqGBhUqKQnmG808hW0n2mmRuZwGpw
    TzEYy66LUgeqIUE8M0z8C1SWInzEUSayYxYQ1nA+zcFuUh5JADjx/NDbQPkmmKdm
    KQ9Nqamf6iSZvO/akA9jBStq/N2gT204gqb+V6P/GQKBgQDk/uEooBudMXWMqomv
    2sChZQJKo+pUXMvAH3nuIQggUKNiF6dKs0fycunSvh0JFfn0gbqGIzv3VGRgI6U6
    Zs+lEMVUqWoAOfByknhSUkJHvzEkLLwNrNdbtjSdHD6QgkNGZJfNubN6VHaOoKe5
    q0CLhrKBtZH5GJ5bUPoGP1SqwwKBgQDWa9v3pYrPoeqEafRL5SfV40q4JXfEYef1
    ZQMPR0a/YDwx5Q3809wHUeQLR3E2AVwryt5nRci6QuwtmhFPGXo1d6077OGJVS/L
    QpnWYD8xoqOovUIyqVi8pUB++PIU3UBswWci6Pg0KfN4ffmdRYs35ilIttrXE7NS
    dVAWdS6G0wKBgEHJp84QEV7bsrWy2NOYuPalGj9vUAbkkfSkFld/TeJayFWKDhm7
    39Obh+lvjM/rbF/+VSPsQ3IO4LduBi39E3KMmuRzt2xROO7xfXfJAhmyp9+Iqo4T
    Ndu3QO5SCvdhNQqoI6SK0TE3yse3B/ijZmuvSuFQ1JsHo5cAcJQS5bQZAoGBAKM/
    azGYr551P/+gS4ac6T9G1VRt8klp4RhL15CCS7LYqfuy0Ht1MUfBaUXNFrxvPKV6
    xukJkFF/MiFl81etpgWfIB1HtE7CtKikBEva60H2+XM25Hd9xzmY9wm0r1qDONGU
    TdmeVZohdmR+RNUgZWYhrbzWuraVISnedyMiBFJRAoGAMUBZy8+JYB77bbFWZ8I+
    YOAC+CWdAHFJFzaqIIxiVi09dcW6TJ3UMFLtcz+Se8F+rWXiFGeHHlyjGsYcacpd
    Nrnd3gtt921M7jTxjqp5nA+3qnH+i+iLb71tl5yXRGdrj5tuiIyZ7aP+R1S20OD0
    q72QcbQRnySxLSNB/uW9iCs=
    -----END PRIVATE KEY-----
    """
  static let rsaPKCS1 = """
    -----BEGIN RSA PRIVATE KEY-----
    MIIEowIBAAKCAQEAv82Lg6JvclujSK3bEIdLjT1ZaxzYx0TAj1Yb1ySdvh7158Zh
    aZuvJLIITwxahhdBFU8lFvMmxEfBxw4ouwRFVd4DHcIGuOXfskUr6QBh9P1jMfK8
    rEwJ2YIR4E5tJ/4vSwLbw6/qQytytLlguw1HOnUc/658eVDEi2tH0/OWQr1T+LFt
    xQW1JAax4+XoKwEmTV46tUE/EvbfYE/5SVmAx3oIlDM6P3nIVGEfgmiGGaFGesp1
    Ltn5gJgNh+sNqGCxfufLARjfWpIgF1d/kqWQYHC4yzeRAHjqYtN3trcz+qkk8aHe
    Qo1U9XzqcK12MU9cpuQdiPRC+TTWcQhQUjTQuQIDAQABAoIBAAE8+C3+BtlZvUpe
    8+CKgS58XW8CHVSq6icLQlOM0eUzGW7AZkr8GiqKV/GFW9P5gR9AoHneHhlIJDzD
    QW/KByKwgJvY+CJoGGrJQnXW/7nRi5jrFKFBLPCztuspPNjBHMdxt9Ah2No6r5K+
    jxQZPoMAXKx+qqlwfcVixE54O2qfZlUcy456RclebkSofeLhgHHeurf0BGzK081q
    R6hgYVKikJ5hvNPIVtJ9ppkbmcBqcE8xGMuui1IHqiFBPDNM/AtUliJ8xFEmsmMW
    ENZwPs3BblIeSQA48fzQ20D5JpinZikPTampn+okmbzv2pAPYwUravzdoE9tOIKm
    /lej/xkCgYEA5P7hKKAbnTF1jKqJr9rAoWUCSqPqVFzLwB957iEIIFCjYhenSrNH
    8nLp0r4dCRX59IG6hiM791RkYCOlOmbPpRDFVKlqADnwcpJ4UlJCR78xJCy8DazX
    W7Y0nRw+kIJDRmSXzbmzelR2jqCnuatAi4aygbWR+RieW1D6Bj9UqsMCgYEA1mvb
    96WKz6HqhGn0S+Un1eNKuCV3xGHn9WUDD0dGv2A8MeUN/NPcB1HkC0dxNgFcK8re
    Z0XIukLsLZoRTxl6NXetO+zhiVUvy0KZ1mA/MaKjqL1CMqlYvKVAfvjyFN1AbMFn
    Iuj4NCnzeH35nUWLN+YpSLba1xOzUnVQFnUuhtMCgYBByafOEBFe27K1stjTmLj2
    pRo/b1AG5JH0pBZXf03iWshVig4Zu9/Tm4fpb4zP62xf/lUj7ENyDuC3bgYt/RNy
    jJrkc7dsUTju8X13yQIZsqffiKqOEzXbt0DuUgr3YTUKqCOkitExN8rHtwf4o2Zr
    r0rhUNSbB6OXAHCUEuW0GQKBgQCjP2sxmK+edT//oEuGnOk/RtVUbfJJaeEYS9eQ
    gkuy2Kn7stB7dTFHwWlFzRa8bzylesbpCZBRfzIhZfNXraYFnyAdR7ROwrSopARL
    2utB9vlzNuR3fcc5mPcJtK9agzjRlE3ZnlWaIXZkfkTVIGVmIa281rq2lSEp3ncj
    IgRSUQKBgDFAWcvPiWAe+22xVmfCPmDgAvglnQBxSRc2qiCMYlYtPXXFukyd1DBS
    7XM/knvBfq1l4hRnhx5coxrGHGnKXTa53d4LbfdtTO408Y6qeZwPt6px/ovoi2+9
    bZecl0Rna4+bboiMme2j/kdUttDg9Ku9kHG0EZ8ksS0jQf7lvYgr
    -----END RSA PRIVATE KEY-----
    """
  static let p256PKCS8 = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+Kx8XiAfSdAV9pFA
    j6cPkfp5+xftK61lZ5Rf2AUoEC+hRANCAAS02lfRaTzQKf8fmQIZNp25JhGxhJoW
    1BtWtl0m5H6ZTuj8pXa8GY6B919Te3xM4+ccCqXlu+9yZg8S1JsAsJDS
    -----END PRIVATE KEY-----
    """
  static let p256SEC1 = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIPisfF4gH0nQFfaRQI+nD5H6efsX7SutZWeUX9gFKBAvoAoGCCqGSM49
    AwEHoUQDQgAEtNpX0Wk80Cn/H5kCGTaduSYRsYSaFtQbVrZdJuR+mU7o/KV2vBmO
    gfdfU3t8TOPnHAql5bvvcmYPEtSbALCQ0g==
    -----END EC PRIVATE KEY-----
    """
  static let p384PKCS8 = """
    -----BEGIN PRIVATE KEY-----
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAd8sWE6zQ2U/oMNabE
    Yet5rDYQ7bpTwz2xVuIJeB0z3nFY9jG6jmj8Zw/ADg1/7YGhZANiAATLAN+aceKN
    HiEYVRFR8arULfsEns5LasNU47JKT6KSG68pwyqyA2Llvzo+LokHUoIidfTM6pf6
    SANfwL3SnjAOYx6jWOMNdKYrKxY0gEPsmSlHuFc3CDkJJdHIYs1bDbg=
    -----END PRIVATE KEY-----
    """
  static let p521PKCS8 = """
    -----BEGIN PRIVATE KEY-----
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIA0IBCokYXpPlZmRia
    ioaQQrmePS7FY6IEdIfcHrQYq7XrgKy0Hjd1BsUkpNtfbC8rqwYKIDKxqfk4cgCU
    LJz/L2ChgYkDgYYABAFUhj/qx1A3LIpYMrpJgEpRhJFiaf2BvctHMWCSQqUzA+n3
    Wq6AE7WtmgiuO67MOFn3zgWYO6AVkdUonAQD0sIlvwG/AnBvcl8kWjUBaJOTPkFJ
    98M1ePQ5vTifpjmagbtWLqY0YJxB0T5mKm5V5aQeCMDqvobS8IvLPjqffXCUlj+Z
    3w==
    -----END PRIVATE KEY-----
    """
  static let p521SEC1 = """
    -----BEGIN EC PRIVATE KEY-----
    MIHcAgEBBEIA0IBCokYXpPlZmRiaioaQQrmePS7FY6IEdIfcHrQYq7XrgKy0Hjd1
    BsUkpNtfbC8rqwYKIDKxqfk4cgCULJz/L2CgBwYFK4EEACOhgYkDgYYABAFUhj/q
    x1A3LIpYMrpJgEpRhJFiaf2BvctHMWCSQqUzA+n3Wq6AE7WtmgiuO67MOFn3zgWY
    O6AVkdUonAQD0sIlvwG/AnBvcl8kWjUBaJOTPkFJ98M1ePQ5vTifpjmagbtWLqY0
    YJxB0T5mKm5V5aQeCMDqvobS8IvLPjqffXCUlj+Z3w==
    -----END EC PRIVATE KEY-----
    """

  /// Every form of a key file, with the algorithm that it signs with.
  static let all: [(name: String, text: String, algorithm: String)] = [
    ("RSA, PKCS #8", rsaPKCS8, "RS256"), ("RSA, PKCS #1", rsaPKCS1, "RS256"), ("P-256, PKCS #8", p256PKCS8, "ES256"),
    ("P-256, SEC 1", p256SEC1, "ES256"), ("P-384, PKCS #8", p384PKCS8, "ES384"),
    ("P-521, PKCS #8", p521PKCS8, "ES512"), ("P-521, SEC 1", p521SEC1, "ES512"),
  ]
}
