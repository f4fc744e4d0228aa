import { randomUUID } from 'node:crypto'
import type { FetchLike, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { Traffic } from '../messages.ts'
import { summaryOf } from './message-summary.ts'

/** Messages larger than this are listed without their content, in UTF-16 units. */
const LARGEST_BODY = 256 * 1024
/** Limits for each second; messages beyond them are only counted. */
const MOST_A_SECOND = 300
const MOST_UNITS_A_SECOND = 4 * 1024 * 1024
/** The window for joining messages into one report, in milliseconds, and the most messages of a report. */
const GATHER_MS = 50
const MOST_IN_REPORT = 100
/** Requests whose answer is awaited. A server that never answers must not fill the memory. */
const MOST_OPEN = 10_000

/** Reports every message of one connection. A flood is counted, not reported. */
export function createTap(report: (messages: Traffic[]) => void) {
  const gathered = createGathered(report)
  const run = randomUUID().slice(0, 8)
  const open = new Map<string, { readonly method: string; readonly since: number }>()

  const described = (sender: Traffic['sender'], message: JSONRPCMessage): Traffic => {
    const body = jsonOf(message)
    const about = { at: Date.now(), sender, size: Buffer.byteLength(body) }
    const kept = { body: body === '' || body.length > LARGEST_BODY ? null : body }
    if ('method' in message) {
      const { method } = message
      const summary = summaryOf(message)
      if (!('id' in message)) {
        return { ...about, ...kept, kind: 'notification', method, summary, ...NO_EXCHANGE }
      }
      const exchange = exchangeOf(run, sender, message.id)
      if (open.size < MOST_OPEN) open.set(exchange, { method, since: performance.now() })
      return { ...about, ...kept, kind: 'request', method, summary, ...NO_EXCHANGE, exchange }
    }
    const exchange = exchangeOf(run, sender === 'client' ? 'server' : 'client', message.id)
    const asked = open.get(exchange)
    open.delete(exchange)
    const failed = 'error' in message || message.result['isError'] === true
    const tookMs = asked === undefined ? null : Math.round(performance.now() - asked.since)
    const method = asked?.method ?? ''
    return {
      ...about,
      ...kept,
      kind: 'answer',
      method,
      summary: summaryOf(message),
      exchange,
      tookMs,
      failed,
    }
  }
  const note = (sender: Traffic['sender'], message: JSONRPCMessage): void => {
    if (!gathered.isFull()) gathered.add(cut(described(sender, message)))
  }

  return {
    /** Listens to a transport and returns the same object. */
    on: <T extends Transport>(transport: T): T => {
      const send = transport.send.bind(transport)
      transport.send = async (message, options) => {
        note('client', message)
        await send(message, options)
      }
      listen(transport, (message) => note('server', message))
      return transport
    },
    /** Reports each request of HTTP with its status and time. Headers are not reported. */
    fetching:
      (fetch: FetchLike): FetchLike =>
      async (url, init) => {
        const since = performance.now()
        const { pathname } = new URL(url)
        const http = (summary: string, failed: boolean) =>
          gathered.add(
            cut({
              at: Date.now(),
              sender: 'client',
              kind: 'http',
              ...NO_EXCHANGE,
              failed,
              summary,
              method: `${init?.method ?? 'GET'} ${pathname}`,
              size: 0,
              body: null,
              tookMs: Math.round(performance.now() - since),
            }),
          )
        try {
          const response = await fetch(url, init)
          http(String(response.status), !response.ok)
          return response
        } catch (error) {
          http(error instanceof Error ? error.message : String(error), true)
          throw error
        }
      },
    flush: gathered.flush,
  }
}

/** A message as JSON. Nesting that would exhaust the stack leaves an empty text. */
function jsonOf(message: JSONRPCMessage): string {
  try {
    return JSON.stringify(message)
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

const NO_EXCHANGE = { exchange: null, tookMs: null, failed: false } as const

const exchangeOf = (run: string, asker: Traffic['sender'], id: unknown): string =>
  `${run} ${asker} ${typeof id} ${String(id)}`

const cut = (message: Traffic): Traffic => ({
  ...message,
  method: message.method.slice(0, 200),
  exchange: message.exchange?.slice(0, 200) ?? null,
  summary: message.summary.slice(0, 1_000),
})

type Listener = NonNullable<Transport['onmessage']>

/** Calls `heard` before the listener of a transport. The library replaces that listener and puts it back. */
function listen(transport: Transport, heard: (message: JSONRPCMessage) => void): void {
  const givenFor = new WeakMap<Listener, Listener>()
  let tapped: Listener | undefined
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => tapped,
    set: (listener: Listener | undefined) => {
      const given = listener === undefined ? undefined : (givenFor.get(listener) ?? listener)
      if (given === undefined) {
        tapped = undefined
        return
      }
      tapped = (message, extra) => {
        heard(message)
        given(message, extra)
      }
      givenFor.set(tapped, given)
    },
  })
}

/** Joins messages into reports, and counts those beyond the limits. */
function createGathered(report: (messages: Traffic[]) => void) {
  let messages: Traffic[] = []
  let timer: NodeJS.Timeout | null = null
  let second = 0
  let count = 0
  let units = 0
  let dropped = 0
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (dropped > 0) messages.push(droppedMessage(dropped))
    dropped = 0
    if (messages.length === 0) return
    const ready = messages
    messages = []
    report(ready)
  }
  const soon = (): void => {
    timer ??= setTimeout(flush, GATHER_MS).unref()
  }
  const isFull = (): boolean => {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) {
      second = now
      count = 0
      units = 0
    }
    if (count < MOST_A_SECOND && units < MOST_UNITS_A_SECOND) return false
    dropped += 1
    soon()
    return true
  }
  return {
    isFull,
    add: (message: Traffic): void => {
      count += 1
      units += message.body?.length ?? 0
      messages.push(message)
      if (messages.length >= MOST_IN_REPORT) flush()
      else soon()
    },
    flush,
  }
}

const droppedMessage = (count: number): Traffic => ({
  at: Date.now(),
  sender: 'server',
  kind: 'dropped',
  method: '',
  ...NO_EXCHANGE,
  failed: true,
  summary: String(count),
  size: 0,
  body: null,
})
