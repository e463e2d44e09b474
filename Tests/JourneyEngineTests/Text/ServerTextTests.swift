import JourneyEngine
import Testing

@Suite struct ServerTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a < b & c > d", "a < b & c > d"), ("<username> of you", "<username> of you"),
    ("&lt;b&gt;Hi&lt;/b&gt; &amp; bye", "<b>Hi</b> & bye"), ("&amp;lt;", "&lt;"), ("&amp;amp;", "&amp;"),
    ("L&#39;été &#x263A; &eacute; &nbsp;&euro; &unknown; &;", "L'été ☺ é \u{A0}€ &unknown; &;"),
    ("&#0;&#xD800;&#+5;&#99999999999;", "\u{FFFD}\u{FFFD}&#+5;&#99999999999;"),
    ("<b>Hi</b>, <i>you</i>", "Hi, you"), ("one<br>two<BR/>three<br />four", "one\ntwo\nthree\nfour"),
    ("<p>one</p><p>two</p>", "one\n\ntwo"), ("<div>one</div><div>two</div>", "one\ntwo"),
    ("<ul><li>one</li><li>two</li></ul>after", "• one\n• two\nafter"),
    ("See <a href=\"#/service/Registration\">sign up</a>!", "See sign up (#/service/Registration)!"),
    ("<a href='https://x.example.test/?a=1&amp;b=2'>x</a>", "x (https://x.example.test/?a=1&b=2)"),
    ("<a href=https://x.example.test/>https://x.example.test/</a>", "https://x.example.test/"),
    ("<a href=\"javascript:alert(1)\">x</a>", "x"), ("<a>x</a>", "x"), ("<a href=\"/y\"><b>x</b></a>", "x (/y)"),
    ("a<script>alert('<b>')</script>b<style>p{}</style>c", "abc"), ("a<!-- <b> -->b", "ab"), ("a<!-- open", "a"),
    ("<!DOCTYPE html><html><head><title>T</title></head><body>B</body></html>", "T\n\nB"),
    ("<p>a\n   b</p>", "a b"), ("a\nb &amp; c", "a\nb & c"), ("<img src=x alt=\"logo\">", "logo"), ("<b", "<b"),
    ("<b>bold", "bold"), ("</b>", ""), ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
  ])
  func `HTML becomes readable`(_ html: String, _ text: String) {
    #expect(ServerText.readable(html) == text)
  }

  @Test(arguments: [
    ("\u{1B}[2J\u{1B}]0;x\u{7}", "␛[2J␛]0;x␇"), ("a\r\nb", "a\nb"), ("ok\rPassword:", "ok␍Password:"), ("a\tb", "a b"),
    ("\u{7F}\u{9B}31m", "␡⟨U+009B⟩31m"), ("\u{202E}txt\u{2066}", "⟨U+202E⟩txt⟨U+2066⟩"), ("a\u{2028}b", "a\nb"),
    ("\u{E0041}", "⟨U+E0041⟩"), ("é 日本🚀 👨‍👩‍👧", "é 日本🚀 👨‍👩‍👧"), ("\u{FEFF}x", "⟨U+FEFF⟩x"),
  ])
  func `control and bidirectional characters are seen`(_ text: String, _ shown: String) {
    #expect(ServerText.visible(text) == shown)
  }

  @Test func `an entity cannot smuggle a control character in`() {
    #expect(ServerText.readable("&#27;[2J&#x202E;") == "␛[2J⟨U+202E⟩")
    #expect(ServerText.message("&#13;Password:") == "␍Password:")
  }

  @Test func `length is bounded and what is left out is said`() {
    let text = ServerText.readable(String(repeating: "x", count: 100_000))
    #expect(text == String(repeating: "x", count: 4000) + "… (96000 more characters)")
    #expect(ServerText.line("abc", limit: 3) == "abc")
    #expect(ServerText.line("abcd", limit: 3) == "abc… (1 more characters)")
  }

  @Test(arguments: [
    (
      "org.forgerock.openam.auth.nodes.framework.token.SuspendedAuthSessionException: Token not found.",
      "Token not found."
    ),
    ("org.forgerock.json.JsonValueException: /callbacks/0: Expecting", "/callbacks/0: Expecting"),
    ("java.lang.RuntimeException: org.a.b.CException: text", "text"),
    ("java.lang.NullPointerException", "java.lang.NullPointerException"),
    ("java.lang.NullPointerException: ", "java.lang.NullPointerException: "), ("Error: text", "Error: text"),
    ("am.example.test: text", "am.example.test: text"), ("Note.A: b", "Note.A: b"), ("", ""),
  ])
  func `class names in front are cut`(_ text: String, _ message: String) {
    #expect(ServerText.withoutClassNames(text) == message)
  }

  @Test func `a message is all of it`() {
    #expect(
      ServerText.message("org.forgerock.x.SomeException: Cannot invoke &quot;String.length()&quot;\u{7}")
        == "Cannot invoke \"String.length()\"␇")
  }
}
