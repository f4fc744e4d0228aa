import type { RecordedMessage, Recording } from '#shared/mcp/recording.ts'

type Json = Readonly<Record<string, unknown>>

/** JSON-RPC error codes: an unknown method, and an internal error. */
const NO_METHOD = -32_601
const INTERNAL = -32_603

/** Requests that differ between clients and still have the same answer. */
const BY_METHOD = new Set(['initialize', 'server/discover', 'logging/setLevel', 'subscriptions/listen'])

type Deps = {
  readonly send: (message: Json) => void
  /** Waits for a number of milliseconds. */
  readonly pause: (ms: number) => Promise<void>
}

/**
 * The longest and the shortest pause between repeated messages, in milliseconds. A client that reads progress and answer
 * in one piece forgets the progress.
 */
const LONGEST_PAUSE = 100
const SHORTEST_PAUSE = 20

/**
 * Answers a client from a recording, as a stdio MCP server would. Equal requests receive the recorded answers in their
 * order; the last one repeats. Notifications and questions of the server between a request and its answer repeat too.
 */
export function createReplay({ messages }: Recording, { send, pause }: Deps) {
  const used = new Set<number>()
  const waiting = new Map<string, () => void>()
  /** Ids of subscriptions: the recorded one, and that of the client of now. */
  const subscriptions = new Map<unknown, unknown>()
  let asked = 0

  const ask = async (message: Json): Promise<void> => {
    asked += 1
    const id = `replay-${asked}`
    const answered = new Promise<void>((resolve) => waiting.set(id, resolve))
    send({ ...message, id })
    await answered
  }

  /** Repeats what the server sent between a request and its answer. */
  const repeatBetween = async (from: number, to: number, token: Token): Promise<void> => {
    let last = messages[from]?.at ?? 0
    for (const { sender, kind, message, at } of messages.slice(from + 1, to + 1)) {
      if (sender !== 'server' || message === null) continue
      await pause(Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, at - last)))
      last = at
      const notification = kind === 'notification' ? forClient(message, token) : null
      if (notification !== null) send(notification)
      if (kind === 'request') await ask(message)
    }
  }

  /** Repeats the confirmation of a subscription. */
  const acknowledge = (at: number, id: unknown): void => {
    const old = messages[at]?.message?.['id']
    const confirmed = messages.find(
      ({ kind, message }, index) =>
        index > at && kind === 'notification' && message !== null && subscriptionOf(message) === old,
    )?.message
    subscriptions.set(old, id)
    if (confirmed !== undefined && confirmed !== null) send(withSubscription(confirmed, id))
  }

  /** Returns a notification for the client of now; null where it belongs to a subscription that is not open. */
  const forClient = (message: Json, token: Token): Json | null => {
    const old = subscriptionOf(message)
    if (old === undefined) return withToken(message, token)
    return subscriptions.has(old) ? withSubscription(message, subscriptions.get(old)) : null
  }

  const answer = async (request: Json): Promise<void> => {
    const { id } = request
    const method = String(request['method'])
    const fail = (code: number, text: string) => send({ jsonrpc: '2.0', id, error: { code, message: text } })
    if (method === 'ping') {
      send({ jsonrpc: '2.0', id, result: {} })
      return
    }
    const at = findRequest(messages, request, used)
    if (at === null) {
      fail(NO_METHOD, `The recording has no answer to this request: ${method}.`)
      return
    }
    used.add(at)
    const end = findAnswer(messages, at)
    if (end === null) {
      // The recorded server never answered either. A subscription has no answer before its end.
      acknowledge(at, id)
      return
    }
    await repeatBetween(at, end, { old: tokenOf(messages[at]?.message), new: tokenOf(request) })
    const recorded = messages[end]?.message ?? null
    if (recorded === null) fail(INTERNAL, 'The recorded answer was too large to be stored.')
    else send({ ...recorded, id })
  }

  return {
    /** Takes a message of the client. Resolves when its answer is sent. */
    receive: async (message: unknown): Promise<void> => {
      if (!isJson(message)) return
      const { id, method } = message
      if (typeof method === 'string' && id !== undefined) await answer(message)
      else if (method === undefined && typeof id === 'string') {
        waiting.get(id)?.()
        waiting.delete(id)
      }
    },
  }
}

/** Finds the recorded request that equals this one: the first that is not used yet, or the last. */
function findRequest(
  messages: readonly RecordedMessage[],
  request: Json,
  used: ReadonlySet<number>,
): number | null {
  const wanted = keyOf(request)
  const found = messages.flatMap(({ sender, kind, message }, at) =>
    sender === 'client' && kind === 'request' && message !== null && keyOf(message) === wanted ? [at] : [],
  )
  return found.find((at) => !used.has(at)) ?? found.at(-1) ?? null
}

/** Finds the answer to a recorded request. Ids repeat between connections, so the next one counts. */
function findAnswer(messages: readonly RecordedMessage[], at: number): number | null {
  const request = messages[at]
  const id = request?.message?.['id']
  const end = messages.findIndex(
    ({ sender, kind, method, message }, index) =>
      index > at &&
      sender === 'server' &&
      kind === 'answer' &&
      // An answer without content is known by its method.
      (message === null ? method === request?.method : message['id'] === id),
  )
  return end < 0 ? null : end
}

/** Two requests with one key have the same answer. Metadata and answers to questions do not count. */
function keyOf({ method, params }: Json): string {
  if (BY_METHOD.has(String(method))) return String(method)
  const { _meta, inputResponses, requestState, ...rest } = isJson(params) ? params : {}
  return JSON.stringify([method, sorted(rest)])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJson(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

type Token = { readonly old: unknown; readonly new: unknown }

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

function metaOf(message: unknown): Json {
  const params = isJson(message) ? message['params'] : undefined
  const meta = isJson(params) ? params['_meta'] : undefined
  return isJson(meta) ? meta : {}
}

const tokenOf = (request: unknown): unknown => metaOf(request)['progressToken']
const subscriptionOf = (message: Json): unknown => metaOf(message)[SUBSCRIPTION]

function withSubscription(message: Json, id: unknown): Json {
  const { params } = message
  return {
    ...message,
    params: { ...(isJson(params) ? params : {}), _meta: { ...metaOf(message), [SUBSCRIPTION]: id } },
  }
}

/** Replaces the recorded progress token by that of the client. */
function withToken(message: Json, token: Token): Json {
  const { params } = message
  if (!isJson(params) || token.old === undefined || params['progressToken'] !== token.old) return message
  return { ...message, params: { ...params, progressToken: token.new } }
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
