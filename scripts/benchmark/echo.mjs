// The least that a JSON-RPC echo takes in Node.
import { createInterface } from 'node:readline'

createInterface({ input: process.stdin }).on('line', line => {
  const { id, params } = JSON.parse(line)
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { text: params.text } }) + '\n')
})
