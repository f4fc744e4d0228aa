/** The revision of the protocol of MCP apps (SEP-1865). */
const REVISION = '2026-01-26'

/** Limits of a view: messages at once and per second, calls at once, and texts in UTF-16 units. */
const MOST_AT_ONCE = 120
const MOST_PER_SECOND = 30
const MOST_CALLS = 4
const LONGEST_URL = 2_000
const LONGEST_DRAFT = 20_000
const LONGEST_NAME = 1_000
const LONGEST_ARGS = 100_000

/** The facts about the window that change while a view is open. */
const CHANGING = ['theme', 'locale', 'styles'] as const

/** The id of the request that ends a view, and the longest wait for its answer in milliseconds. */
const TEARDOWN = 'teardown'
const TEARDOWN_MS = 400

/** Codes of JSON-RPC errors. */
const INVALID = -32_602
const UNKNOWN = -32_601
const REFUSED = -32_000

/** Keys and values of a message. */
type Fields = Readonly<Record<string, unknown>>

/** The answer to a request of a view: a result, or the reason for a refusal. */
export type Answer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly why: string }

export type BridgeHost = {
  readonly post: (message: Fields) => void
  /** The facts about the window that a view may know. */
  readonly context: () => Fields
  /** The arguments and the result of the tool call that the view shows. */
  readonly input: Fields
  readonly result: unknown
  readonly started: () => void
  /** The view wants a height in CSS pixels. It is any finite number. */
  readonly resized: (height: number) => void
  /** Asks the person whether the address may be opened. */
  readonly openLink: (url: URL) => Promise<boolean>
  /** Adds a text to the message box. It is never sent. */
  readonly draft: (text: string) => Answer
  readonly callTool: (tool: string, args: Fields) => Promise<Answer>
  /** The view sends too many messages. It gets no answer any more. */
  readonly flooded: () => void
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Calls back after so many milliseconds. */
  readonly after: (ms: number, work: () => void) => void
}

type Id = string | number

/**
 * Creates the counterpart of a view: JSON-RPC messages from its frame, which are not trusted. Each field is read as
 * data; unknown methods and wrong fields are refused.
 */
export function createAppBridge(host: BridgeHost) {
  const pace = createPace(host.now)
  let isOver = false
  let state: 'new' | 'greeted' | 'started' = 'new'
  let told: Fields = {}
  const ending = createEnding(host)

  const answer = (id: Id, given: Answer, code = REFUSED): void =>
    host.post(
      given.ok
        ? { jsonrpc: '2.0', id, result: given.result }
        : { jsonrpc: '2.0', id, error: { code, message: given.why } },
    )
  const later = (id: Id, given: Promise<Answer>): void => {
    given.then(
      (each) => answer(id, each),
      () => answer(id, { ok: false, why: 'The request failed.' }),
    )
  }
  const notify = (method: string, params: unknown) => host.post({ jsonrpc: '2.0', method, params })
  /** Tells a started view the facts that are others than it was told. */
  const tellChanges = (): void => {
    if (state !== 'started' || isOver) return
    const now = host.context()
    const changed = CHANGING.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(told[key]))
    told = now
    if (changed.length === 0) return
    notify('ui/notifications/host-context-changed', Object.fromEntries(changed.map((key) => [key, now[key]])))
  }
  const start = (): void => {
    if (state !== 'greeted') return
    state = 'started'
    host.started()
    notify('ui/notifications/tool-input', { arguments: host.input })
    notify('ui/notifications/tool-result', host.result)
    tellChanges()
  }
  const { openLink, callTool } = createActs(host)
  const request = (id: Id, method: string, params: Fields) => {
    if (method === 'ping') return answer(id, { ok: true, result: {} })
    if (method === 'ui/initialize') {
      if (state === 'new') state = 'greeted'
      told = host.context()
      return answer(id, { ok: true, result: greeting(told) })
    }
    if (state === 'new') return answer(id, { ok: false, why: 'Send ui/initialize first.' })
    switch (method) {
      case 'ui/open-link':
        return later(id, openLink(params))
      case 'ui/message': {
        const text = messageIn(params)
        if (text === null) return answer(id, { ok: false, why: 'Only a text message is taken.' }, INVALID)
        return answer(id, host.draft(text))
      }
      case 'ui/request-display-mode':
        return answer(id, { ok: true, result: { mode: 'inline' } })
      case 'tools/call':
        return later(id, callTool(params))
      default:
        return answer(id, { ok: false, why: 'This host does not support the method.' }, UNKNOWN)
    }
  }
  const notification = (method: string, params: Fields): void => {
    if (method === 'ui/notifications/initialized') start()
    if (method !== 'ui/notifications/size-changed' || state === 'new') return
    const height = own(params, 'height')
    if (typeof height === 'number' && Number.isFinite(height)) host.resized(height)
  }

  return {
    /** Call it when a fact about the window may have changed. */
    contextChanged: tellChanges,
    /** Tells a started view that it ends, and waits a moment for it to put its affairs in order. Never rejects. */
    teardown: async (): Promise<void> => {
      if (state !== 'started' || isOver) return
      await ending.ask()
      isOver = true
    },
    /** Takes a message of the frame. The caller has checked its source. */
    receive: (message: unknown) => {
      if (isOver) return
      if (!pace()) {
        isOver = true
        return host.flooded()
      }
      if (!isFields(message) || own(message, 'jsonrpc') !== '2.0') return
      const method = own(message, 'method')
      if (method === undefined && own(message, 'id') === TEARDOWN) return ending.answered()
      if (typeof method !== 'string' || method.length > 200) return
      const given = own(message, 'params')
      const params = isFields(given) ? given : {}
      const id = own(message, 'id')
      if (id === undefined) return notification(method, params)
      if (typeof id === 'number' ? Number.isFinite(id) : typeof id === 'string' && id.length <= 200) {
        request(id as Id, method, params)
      }
    },
  }
}

/** Asks a view to put its affairs in order, and waits a moment for its answer. */
function createEnding(host: Pick<BridgeHost, 'post' | 'after'>) {
  let answered = () => {}
  return {
    answered: () => answered(),
    ask: (): Promise<void> =>
      new Promise((resolve) => {
        answered = resolve
        host.post({ jsonrpc: '2.0', id: TEARDOWN, method: 'ui/resource-teardown', params: {} })
        host.after(TEARDOWN_MS, resolve)
      }),
  }
}

/** The requests that need the person or a rule, and their limits. */
function createActs(host: Pick<BridgeHost, 'openLink' | 'callTool'>) {
  let calls = 0
  let asksLink = false
  const openLink = async (params: Fields): Promise<Answer> => {
    const url = linkIn(params)
    if (url === null) return { ok: false, why: 'Only http and https addresses can be opened.' }
    if (asksLink) return { ok: false, why: 'The person decides about another address.' }
    asksLink = true
    try {
      return (await host.openLink(url)) ? { ok: true, result: {} } : { ok: false, why: 'The person refused.' }
    } finally {
      asksLink = false
    }
  }
  const callTool = async (params: Fields): Promise<Answer> => {
    const name = own(params, 'name')
    const args = own(params, 'arguments') ?? {}
    if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME || !isFields(args)) {
      return { ok: false, why: 'A call has a name and arguments.' }
    }
    const plain = plainCopy(args)
    if (plain === null) return { ok: false, why: 'The arguments are too large, or no JSON.' }
    if (calls >= MOST_CALLS) return { ok: false, why: `At most ${MOST_CALLS} calls run at once.` }
    calls += 1
    try {
      return await host.callTool(name, plain)
    } finally {
      calls -= 1
    }
  }
  return { openLink, callTool }
}

/** Counts messages: a bucket that fills again with time. Returns false once it is empty. */
function createPace(now: () => number): () => boolean {
  let left = MOST_AT_ONCE
  let at = now()
  return () => {
    const time = now()
    left = Math.min(MOST_AT_ONCE, left + ((time - at) / 1_000) * MOST_PER_SECOND) - 1
    at = time
    return left >= 0
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of an own key: a message cannot borrow one from a prototype. */
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined)

/** A copy as JSON without keys that mean a prototype; null for what is too large, too deep or no JSON. */
function plainCopy(args: Fields): Fields | null {
  try {
    const text = JSON.stringify(args)
    if (text === undefined || text.length > LONGEST_ARGS) return null
    const copy: unknown = JSON.parse(text, function reviver(key, value) {
      return key === '__proto__' ? undefined : value
    })
    return isFields(copy) ? copy : null
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
}

function linkIn(params: Fields): URL | null {
  const url = own(params, 'url')
  if (typeof url !== 'string' || url.length > LONGEST_URL || !URL.canParse(url)) return null
  const parsed = new URL(url)
  const isPlain = parsed.username === '' && parsed.password === ''
  return isPlain && /^https?:$/.test(parsed.protocol) ? parsed : null
}

/** The text of a message: one block, or a list of blocks of which each is a text. */
function messageIn(params: Fields): string | null {
  const content = own(params, 'content')
  const blocks: readonly unknown[] = Array.isArray(content) ? content.slice(0, 20) : [content]
  const texts: string[] = []
  for (const block of blocks) {
    const text = isFields(block) && own(block, 'type') === 'text' ? own(block, 'text') : null
    if (typeof text !== 'string') return null
    texts.push(text)
  }
  const whole = texts.join('\n').trim()
  return own(params, 'role') !== 'user' || whole === '' || whole.length > LONGEST_DRAFT ? null : whole
}

function greeting(hostContext: Fields): Fields {
  return {
    protocolVersion: REVISION,
    hostInfo: { name: 'orrery', version: '1' },
    hostCapabilities: { openLinks: {}, serverTools: {}, sandbox: { permissions: {}, csp: {} } },
    hostContext,
  }
}
