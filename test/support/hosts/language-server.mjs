// A language server with one rule: a line with "bad" is an error. Its first argument says how it misbehaves.
const [manner = 'push'] = process.argv.slice(2)
const texts = new Map()
let buffered = Buffer.alloc(0)

const write = (message) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
  process.stdout.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]))
}

const diagnosticsOf = (text) =>
  text.split('\n').flatMap((line, at) => {
    const character = line.indexOf('bad')
    if (character < 0) return []
    const range = { start: { line: at, character }, end: { line: at, character: character + 3 } }
    return [{ range, severity: 1, code: 'no-bad', message: `"bad"\nis bad` }]
  })

const publish = (uri) => {
  const { version, text } = texts.get(uri)
  const diagnostics = diagnosticsOf(text)
  const params = { uri, version, diagnostics }
  if (manner === 'liar') {
    write({ method: 'textDocument/publishDiagnostics', params: { uri: 'file:///etc/passwd', diagnostics } })
    write({ method: 'textDocument/publishDiagnostics', params: { uri, version: 0, diagnostics: [{}] } })
    write({
      method: 'textDocument/publishDiagnostics',
      params: { uri, diagnostics: [7, {}, ...diagnostics] },
    })
    write({ id: 900, method: 'workspace/applyEdit', params: { edit: {} } })
    return
  }
  write({ method: 'textDocument/publishDiagnostics', params })
}

const HANDLERS = {
  initialize: ({ id }) => {
    const capabilities = manner === 'pull' ? { diagnosticProvider: {} } : {}
    write({ id, result: manner === 'stranger' ? 7 : { capabilities } })
  },
  'textDocument/didOpen': ({ params }) => changed(params.textDocument, params.textDocument.text),
  'textDocument/didChange': ({ params }) => changed(params.textDocument, params.contentChanges[0].text),
  'textDocument/diagnostic': ({ id, params }) => {
    const items = diagnosticsOf(texts.get(params.textDocument.uri).text)
    write({ id, result: { kind: 'full', items } })
  },
}

function changed({ uri, version }, text) {
  texts.set(uri, { version, text })
  if (manner === 'crash') {
    process.stderr.write('out of luck\n')
    process.exit(3)
  }
  if (manner === 'flood') {
    process.stdout.write('Content-Length: 999999999\r\n\r\n')
    const piece = 'x'.repeat(1024 * 1024)
    const more = () => process.stdout.write(piece, more)
    more()
  }
  if (manner === 'push' || manner === 'liar') publish(uri)
}

process.stdin.on('data', (chunk) => {
  buffered = Buffer.concat([buffered, chunk])
  for (;;) {
    const end = buffered.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/Content-Length: (\d+)/i.exec(buffered.subarray(0, end).toString())?.[1])
    if (buffered.length < end + 4 + length) return
    const message = JSON.parse(buffered.subarray(end + 4, end + 4 + length).toString())
    buffered = buffered.subarray(end + 4 + length)
    HANDLERS[message.method]?.(message)
  }
})
process.stdin.on('end', () => process.exit(0))
