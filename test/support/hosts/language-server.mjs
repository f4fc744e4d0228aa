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

/** What the editor told a server of the manner "told": it reports all of it as one problem. */
const told = { options: null, configuration: null, pushed: null, files: [] }

const publishTold = (uri) => {
  const range = { start: { line: 0, character: 0 } }
  const { version } = texts.get(uri)
  const diagnostics = [{ range, severity: 1, message: JSON.stringify(told) }]
  write({ method: 'textDocument/publishDiagnostics', params: { uri, version, diagnostics } })
}

const HANDLERS = {
  initialized: () => {
    if (manner !== 'told') return
    const watchers = [{ globPattern: '**/*.json' }, { globPattern: { baseUri: 7 } }, null]
    const method = 'workspace/didChangeWatchedFiles'
    const registrations = [
      { id: 'files', method, registerOptions: { watchers } },
      { id: 'other', method: 'x' },
    ]
    write({ id: 901, method: 'client/registerCapability', params: { registrations } })
    const items = [{ section: 'tide.depth' }, { section: 'none' }, {}]
    write({ id: 902, method: 'workspace/configuration', params: { items } })
  },
  'workspace/didChangeConfiguration': ({ params }) => {
    told.pushed = params.settings
  },
  'workspace/didChangeWatchedFiles': ({ params }) => {
    told.files.push(...params.changes.map(({ uri, type }) => `${type} ${uri.split('/').at(-1)}`))
  },
  initialize: ({ id, params }) => {
    told.options = params.initializationOptions ?? null
    const ofCode = manner.startsWith('code') ? CODE_ANSWERS : {}
    const capabilities = manner === 'pull' ? { diagnosticProvider: {} } : ofCode
    write({ id, result: manner === 'stranger' ? 7 : { capabilities } })
  },
  'textDocument/didOpen': ({ params }) => changed(params.textDocument, params.textDocument.text),
  'textDocument/didChange': ({ params }) => changed(params.textDocument, params.contentChanges[0].text),
  'textDocument/diagnostic': ({ id, params }) => {
    const items = diagnosticsOf(texts.get(params.textDocument.uri).text)
    write({ id, result: { kind: 'full', items } })
  },
}

const CODE_ANSWERS = {
  definitionProvider: true,
  referencesProvider: {},
  hoverProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: manner !== 'code-plain',
}

const at = (uri, line, character = 0) => ({ uri, range: { start: { line, character } } })
const beside = (uri, name) => uri.replace(/[^/]+$/, name)

/** What the lines of the asked file name: "see closed" is a reference to that file. */
const referencesIn = (uri) =>
  texts
    .get(uri)
    .text.split('\n')
    .flatMap((line) => /^see (.+)$/.exec(line)?.[1] ?? [])
    .map((name) => (name.includes(':') ? at(name, 0) : at(beside(uri, name), 0, 2)))

const deep = (levels) => ({
  name: 'x'.repeat(levels),
  kind: 12,
  selectionRange: { start: { line: levels, character: 0 } },
  children: levels === 0 ? [] : [deep(levels - 1)],
})

if (manner.startsWith('code')) {
  const uriOf = (params) => params.textDocument.uri
  const answers = {
    'textDocument/definition': ({ params }) => {
      const [first = null] = referencesIn(uriOf(params))
      return first && { targetUri: first.uri, targetSelectionRange: first.range }
    },
    'textDocument/references': ({ params }) => referencesIn(uriOf(params)),
    'textDocument/hover': () => ({
      contents: [{ language: 'tide', value: 'tide: \u001b[31mnumber' }, 'Deep.'],
    }),
    'textDocument/documentSymbol': () => [deep(3)],
    'workspace/symbol': ({ params }) =>
      [...texts.keys()].map((uri) => ({
        name: params.query,
        kind: 5,
        location: { uri },
        containerName: 'sea',
      })),
  }
  const lies = {
    'textDocument/references': () => [7, null, {}, at('http://example.com', 1), at('file:///a%2Fb%00', 2)],
    'textDocument/definition': () => 'nowhere',
    'textDocument/hover': () => ({ contents: 7 }),
    'textDocument/documentSymbol': () => [deep(60)],
    'workspace/symbol': () => ({ length: 5 }),
  }
  for (const [method, answer] of Object.entries(manner === 'code-liar' ? lies : answers))
    HANDLERS[method] = (message) => {
      if (manner !== 'code-silent') write({ id: message.id, result: answer(message) })
    }
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
  if (manner === 'told' && told.configuration !== null) publishTold(uri)
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
    if (message.id === 902 && message.method === undefined) {
      told.configuration = message.result
      for (const uri of texts.keys()) publishTold(uri)
    }
    HANDLERS[message.method]?.(message)
  }
})
process.stdin.on('end', () => process.exit(0))
