// A login with tokens by Node's fetch: login-fetch.mjs BASE-URL
import { createHash, randomBytes } from 'node:crypto'

const base = process.argv[2]
const url = `${base}/json/authenticate?authIndexType=service&authIndexValue=Login`
const headers = { 'Content-Type': 'application/json', 'Accept-API-Version': 'resource=2.1, protocol=1.0' }
const post = async body => (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()

const step = await post({})
step.callbacks[0].input[0].value = 'demo'
step.callbacks[1].input[0].value = 'Ch4ng31t'
const { tokenId } = await post(step)
const discovery = await (await fetch(`${base}/oauth2/.well-known/openid-configuration`)).json()
const verifier = randomBytes(32).toString('base64url')
const redirect = 'org.example.journey:/callback'
const state = randomBytes(8).toString('base64url')
const query = new URLSearchParams({
  client_id: 'journey', response_type: 'code', redirect_uri: redirect, scope: 'openid profile', state, nonce: state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256'
})
const answer = await fetch(`${discovery.authorization_endpoint}?${query}`, {
  headers: { Cookie: `iPlanetDirectoryPro=${tokenId}` }, redirect: 'manual'
})
const code = new URL(answer.headers.get('location')).searchParams.get('code')
const tokens = await (await fetch(discovery.token_endpoint, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'authorization_code', client_id: 'journey', code, redirect_uri: redirect, code_verifier: verifier
  })
})).json()
if (!tokens.access_token) process.exit(1)
