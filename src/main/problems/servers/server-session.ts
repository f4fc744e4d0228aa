import { Transform } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { MessageConnection } from 'vscode-jsonrpc/node'
import { z } from 'zod'
import type { ServerChoices } from '#shared/problems/language-server.ts'
import type { CodeProblem } from '#shared/problems/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import { sectionOf } from './server-choices.ts'
import type { ServerProgram } from './server-program.ts'
import { Initialized, Published, Pulled, pathIn, readDiagnostics } from './server-reports.ts'
import { createWatches, type FileChange, fileEvent } from './server-watches.ts'

type Deps = {
  readonly clock: Pick<Clock, 'after'>
  readonly program: ServerProgram
  readonly root: string
  readonly limits: SessionLimits
  /** The settings sent to it. */
  readonly choices: ServerChoices
  /** Makes the test of a pattern of files. Throws for one that means nothing. */
  readonly matches: (pattern: string) => (path: string) => boolean
}

/** Times in milliseconds, and the most bytes between two messages. */
export type SessionLimits = {
  readonly startMs: number
  /** The longest wait for the first diagnostics, for which a server reads the project, and for later ones. */
  readonly firstMs: number
  readonly answerMs: number
  /** The silence after which pushed diagnostics count as complete. */
  readonly quietMs: number
  readonly bytes: number
}

export const SESSION_LIMITS: SessionLimits = {
  startMs: 30_000,
  firstMs: 60_000,
  answerMs: 20_000,
  quietMs: 400,
  bytes: 32 * 1024 * 1024,
}

/** A text of a file, as the server receives it. */
export type ServerText = { readonly path: string; readonly language: string; readonly text: string }

/** Open files. The one that was used longest ago is closed. */
const MOST_OPEN = 100

type Open = { version: number; text: string }

/** A request of the protocol, and the capability that a server must offer for it. */
export type ServerRequest = {
  readonly method: string
  readonly params: object
  readonly capability: string
}

/** A conversation with a running language server. */
export type ServerSession = Awaited<ReturnType<typeof openServerSession>>

/** Starts the conversation with a language server. Rejects where the server does not answer as the protocol says. */
export async function openServerSession(deps: Deps, signal: AbortSignal) {
  const { clock, program, root, limits, choices } = deps
  const { connection, createToken } = await connect(program, limits)
  const open = new Map<string, Open>()
  let isFresh = true
  const published = createPublished(root, limits, clock, (path) => open.get(path)?.version)
  const watches = createWatches(root, deps.matches)
  serve(connection, { root, choices, watches })
  connection.onNotification('textDocument/publishDiagnostics', published.receive)
  connection.listen()
  const within = createWithin(deps)

  const initialize = connection.sendRequest('initialize', initializeParams(deps))
  const answer = answerOf(Initialized, await within(limits.startMs, initialize, signal))
  const offers = (capability: string): boolean => (answer.capabilities[capability] ?? false) !== false
  const pulls = offers('diagnosticProvider')
  await connection.sendNotification('initialized', {})
  await configure(connection, choices)

  const uriOf = (path: string) => pathToFileURL(`${root}/${path}`).href
  const sync = async ({ path, language, text }: ServerText): Promise<void> => {
    const known = open.get(path)
    const uri = uriOf(path)
    if (known === undefined) {
      open.set(path, { version: 1, text })
      const textDocument = { uri, languageId: language, version: 1, text }
      await connection.sendNotification('textDocument/didOpen', { textDocument })
    } else {
      // The order of use decides which file is closed first.
      open.delete(path)
      open.set(path, { version: known.version + 1, text })
      const textDocument = { uri, version: known.version + 1 }
      const change = { textDocument, contentChanges: [{ text }] }
      await connection.sendNotification('textDocument/didChange', change)
    }
    for (const oldest of open.keys()) {
      if (open.size <= MOST_OPEN) break
      await close(oldest)
    }
  }
  const close = async (path: string): Promise<void> => {
    if (!open.delete(path)) return
    published.forget(path)
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(path) } })
  }

  return {
    /** Returns the problems of a file with this text. Rejects where the server ends or does not answer in time. */
    problemsOf: async (file: ServerText, stop: AbortSignal): Promise<readonly CodeProblem[]> => {
      const { path } = file
      const count = published.countOf(path)
      const limitMs = isFresh ? limits.firstMs : limits.answerMs
      await sync(file)
      if (pulls) {
        const asked = connection.sendRequest('textDocument/diagnostic', {
          textDocument: { uri: uriOf(path) },
        })
        return readDiagnostics(path, answerOf(Pulled, await within(limitMs, asked, stop)).items)
      }
      const ending = new AbortController()
      const heard = published.after(path, count, AbortSignal.any([stop, ending.signal]))
      heard.catch(() => {})
      await within(limitMs, heard, stop).finally(() => {
        ending.abort()
        published.wake()
      })
      isFresh = false
      return published.problemsOf(path)
    },
    /** The open files, by path. */
    openFiles: (): readonly string[] => [...open.keys()],
    /** Shows the server the text of a file that it does not have yet. */
    show: async (file: ServerText): Promise<void> => {
      if (open.get(file.path)?.text !== file.text) await sync(file)
    },
    /** Whether the server answers such requests. */
    offers,
    uriOf,
    /** Sends a request; the caller reads the answer. An abort and the limit cancel it at the server. */
    request: async ({ method, params }: ServerRequest, stop: AbortSignal): Promise<unknown> => {
      const token = createToken()
      try {
        const asked = connection.sendRequest<unknown>(method, params, token.token)
        const answered = await within(isFresh ? limits.firstMs : limits.answerMs, asked, stop)
        isFresh = false
        return answered
      } catch (error) {
        token.cancel()
        throw error
      } finally {
        token.dispose()
      }
    },
    /** Tells the server that a file is gone. */
    gone: close,
    /** Tells the server of files that changed while it did not have them open. */
    changed: async (changes: readonly FileChange[]): Promise<void> => {
      const told = watches.wanted(changes.filter(({ path }) => !open.has(path)))
      if (told.length === 0) return
      const events = told.map(({ path, kind }) => fileEvent(uriOf(path), kind))
      await connection.sendNotification('workspace/didChangeWatchedFiles', { changes: events })
    },
    ended: program.ended,
    end: async (): Promise<void> => {
      connection.dispose()
      await program.end()
    },
  }
}

/** The sections that a server asks for. One without a name means all settings. */
const Asked = z.object({ items: z.array(z.object({ section: z.nullish(z.string()) })).max(1_000) })

/** The reason of a server that does not answer in time. */
export const NO_ANSWER = 'It did not answer in time.'
/** The reason of an answer that has another form. */
export const NO_FIT = 'Its answer does not fit the protocol.'

/** Reads an answer of the protocol. Throws where it has another form. */
function answerOf<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const read = schema.safeParse(answer)
  if (!read.success) throw new Error(NO_FIT)
  return read.data
}

/** Keeps the diagnostics that a server pushes. `versionOf` returns the version of an open file. */
function createPublished(
  root: string,
  limits: SessionLimits,
  clock: Pick<Clock, 'after'>,
  versionOf: (path: string) => number | undefined,
) {
  const newest = new Map<string, { readonly problems: readonly CodeProblem[]; readonly count: number }>()
  let waiting: (() => void)[] = []
  const countOf = (path: string): number => newest.get(path)?.count ?? 0
  const wake = (): void => {
    const woken = waiting
    waiting = []
    for (const each of woken) each()
  }
  return {
    countOf,
    wake,
    receive: (params: unknown): void => {
      const read = Published.safeParse(params)
      const path = read.success ? pathIn(root, read.data.uri) : null
      if (!read.success || path === null) return
      const version = versionOf(path)
      // Diagnostics of a file that is not open, or of an earlier text.
      if (version === undefined || (read.data.version ?? version) < version) return
      newest.set(path, {
        count: countOf(path) + 1,
        problems: readDiagnostics(path, read.data.diagnostics),
      })
      wake()
    },
    problemsOf: (path: string): readonly CodeProblem[] => newest.get(path)?.problems ?? [],
    forget: (path: string): void => void newest.delete(path),
    /** Waits until more than `count` pushes for a file arrived, and none for a while. */
    after: async (path: string, count: number, stop: AbortSignal): Promise<void> => {
      for (let seen = count; ; ) {
        stop.throwIfAborted()
        const next = new Promise<'more'>((resolve) => waiting.push(() => resolve('more')))
        const now = countOf(path)
        if (now > seen) seen = now
        if (seen === count) await next
        else if ((await Promise.race([next, clock.after(limits.quietMs, stop)])) !== 'more') return
      }
    },
  }
}

/** The library is loaded with the first server. A server that floods its output is ended. */
async function connect(program: ServerProgram, limits: SessionLimits) {
  const { createMessageConnection, CancellationTokenSource, StreamMessageReader, StreamMessageWriter } =
    await import('vscode-jsonrpc/node')
  let bytes = 0
  const guard = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes <= limits.bytes) return done(null, chunk)
      void program.end()
      done()
    },
  })
  const reader = new StreamMessageReader(program.output.pipe(guard))
  const listen = reader.listen.bind(reader)
  reader.listen = (callback) =>
    listen((message) => {
      bytes = 0
      callback(message)
    })
  const connection = createMessageConnection(reader, new StreamMessageWriter(program.input))
  // The end of the program is the report.
  connection.onError(() => {})
  return { connection, createToken: () => new CancellationTokenSource() }
}

/** Returns the way to wait for a server: until it answers, ends, or a time in milliseconds is over. */
function createWithin({ clock, program }: Pick<Deps, 'clock' | 'program'>) {
  const over = program.ended.then((reason) => {
    throw new Error(reason)
  })
  over.catch(() => {})
  return <T>(ms: number, work: Promise<T>, stop: AbortSignal): Promise<T> => {
    const done = new AbortController()
    const own = AbortSignal.any([stop, done.signal])
    const late = clock.after(ms, own).then(() => {
      throw new Error(NO_ANSWER)
    })
    return Promise.race([work, over, late]).finally(() => done.abort())
  }
}

/** Tells a server its settings, since some never ask. */
async function configure(connection: MessageConnection, { settings }: ServerChoices): Promise<void> {
  if (settings !== undefined)
    await connection.sendNotification('workspace/didChangeConfiguration', { settings })
}

type Serving = Pick<Deps, 'root' | 'choices'> & { readonly watches: ReturnType<typeof createWatches> }

/** Answers what servers ask of editors. Nothing that would change a file is done. */
function serve(connection: MessageConnection, { root, choices, watches }: Serving): void {
  const folders = [{ uri: pathToFileURL(root).href, name: 'project' }]
  connection.onRequest('workspace/configuration', (params: unknown) => {
    const read = Asked.safeParse(params)
    return read.success
      ? read.data.items.map(({ section }) => sectionOf(choices.settings ?? null, section))
      : []
  })
  connection.onRequest('workspace/workspaceFolders', () => folders)
  connection.onRequest('workspace/applyEdit', () => ({ applied: false }))
  connection.onRequest('client/registerCapability', (params: unknown) => {
    watches.register(params)
    return null
  })
  connection.onRequest('client/unregisterCapability', (params: unknown) => {
    watches.unregister(params)
    return null
  })
  for (const method of [
    'window/workDoneProgress/create',
    'window/showMessageRequest',
    'workspace/diagnostic/refresh',
  ])
    connection.onRequest(method, () => null)
}

function initializeParams({ root, choices }: Deps) {
  const options = choices.initializationOptions
  const uri = pathToFileURL(root).href
  return {
    processId: process.pid,
    clientInfo: { name: 'Orrery' },
    rootUri: uri,
    ...(options === undefined ? {} : { initializationOptions: options }),
    workspaceFolders: [{ uri, name: 'project' }],
    capabilities: {
      workspace: {
        configuration: true,
        workspaceFolders: true,
        symbol: {},
        didChangeConfiguration: {},
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      },
      textDocument: {
        definition: { linkSupport: true },
        references: {},
        formatting: {},
        hover: { contentFormat: ['plaintext', 'markdown'] },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        synchronization: { didSave: false },
        publishDiagnostics: { versionSupport: true },
        diagnostic: { dynamicRegistration: false },
      },
    },
  }
}
