import { type Client, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { SelfCheck } from '../../messages.ts'

/** The time of one check in milliseconds, and the longest evidence of it in characters. */
const CHECK_MS = 10_000
const LONGEST = 4_000
/** The most definitions that one check reads. */
const MOST_ITEMS = 1_000
const METHOD_NOT_FOUND = -32_601

/** The result of a check: null for one that does not apply to the server. */
type Found = { readonly passed: boolean; readonly reason: string; readonly sent: unknown } | null

type Check = {
  readonly name: SelfCheck['name']
  readonly run: (client: Client, options: Options) => Promise<Found>
}
type Options = { readonly signal: AbortSignal; readonly timeout: number }

const Anything = z.looseObject({})

/**
 * Runs our own checks of the protocol against a server, one after the other. It calls no tool that the server has. Each
 * check has a time limit, and a failure does not end the others.
 */
export async function selfTest(client: Client, signal: AbortSignal): Promise<readonly SelfCheck[]> {
  const results: SelfCheck[] = []
  for (const { name, run } of CHECKS) {
    signal.throwIfAborted()
    const began = performance.now()
    const found = await run(client, { signal, timeout: CHECK_MS }).catch((error: unknown): Found => {
      signal.throwIfAborted()
      return { passed: false, reason: wordsOf(error), sent: null }
    })
    const tookMs = Math.round(performance.now() - began)
    const state = found === null ? 'skipped' : found.passed ? 'passed' : 'failed'
    results.push({ name, state, reason: found?.reason ?? '', sent: textOf(found?.sent), tookMs })
  }
  return results
}

const CHECKS: readonly Check[] = [
  { name: 'initialize', run: async (client) => introduced(client) },
  {
    name: 'ping',
    run: async (client, options) =>
      client.getProtocolEra() === 'modern' ? null : answered(await client.ping(options)),
  },
  { name: 'unknownMethod', run: unknownMethod },
  { name: 'tools', run: (client, options) => listed(client, 'tools', options) },
  { name: 'schemas', run: schemas },
  { name: 'unknownTool', run: unknownTool },
  { name: 'resources', run: (client, options) => listed(client, 'resources', options) },
  { name: 'prompts', run: (client, options) => listed(client, 'prompts', options) },
  { name: 'cancel', run: cancelled },
]

const passed = (sent: unknown): Found => ({ passed: true, reason: '', sent })
const failed = (reason: string, sent: unknown): Found => ({ passed: false, reason, sent })
const answered = (sent: unknown): Found => passed(sent)

/** A server names itself, its version and what it can do. */
function introduced(client: Client): Found {
  const info = client.getServerVersion()
  const capabilities = client.getServerCapabilities()
  const sent = { protocol: client.getNegotiatedProtocolVersion(), info, capabilities }
  if (info === undefined || info.name === '') return failed('The server does not name itself.', sent)
  return capabilities === undefined ? failed('The server lists no capabilities.', sent) : passed(sent)
}

/** A method that does not exist is refused with the code for that. */
async function unknownMethod(client: Client, options: Options): Promise<Found> {
  try {
    return failed('The server answered a method that does not exist.', await unknown(client, options))
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const sent = { code: error.code, message: error.message }
    if (error.code === METHOD_NOT_FOUND) return passed(sent)
    return failed(`The code is ${error.code} instead of ${METHOD_NOT_FOUND}.`, sent)
  }
}

const unknown = (client: Client, options: Options) =>
  client.request({ method: 'orrery/no-such-method', params: {} }, Anything, options)

/** A tool that does not exist is refused, by an error or a result that says so. */
async function unknownTool(client: Client, options: Options): Promise<Found> {
  if (client.getServerCapabilities()?.tools === undefined) return null
  const params = { name: 'orrery-no-such-tool', arguments: {} }
  try {
    const result = await client.request({ method: 'tools/call', params }, Anything, options)
    return result['isError'] === true
      ? passed(result)
      : failed('The server ran a tool that it does not list.', result)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return passed({ code: error.code, message: error.message })
  }
}

type Kind = 'tools' | 'resources' | 'prompts'
const KEYS = { tools: 'name', resources: 'uri', prompts: 'name' } as const

/** A list has all pages, and each item once. */
async function listed(client: Client, kind: Kind, options: Options): Promise<Found> {
  if (client.getServerCapabilities()?.[kind] === undefined) return null
  const items = await allOf(client, kind, options)
  if (items === null) return failed('The pages of the list do not end.', null)
  const names = items.map((item) => item[KEYS[kind]])
  if (!names.every((name) => typeof name === 'string' && name !== '')) {
    return failed(`An item has no ${KEYS[kind]}.`, items)
  }
  const twice = names.find((name, at) => names.indexOf(name) < at)
  return twice === undefined ? passed(names) : failed(`Listed twice: ${String(twice)}.`, names)
}

async function allOf(client: Client, kind: Kind, options: Options) {
  const items: Readonly<Record<string, unknown>>[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const page = await client.request({ method: `${kind}/list`, params }, Anything, options)
    const found = page[kind]
    if (!Array.isArray(found)) throw new Error(`The answer has no list of ${kind}.`)
    items.push(...found.filter(isJson))
    cursor = typeof page['nextCursor'] === 'string' ? page['nextCursor'] : undefined
    if (cursor !== undefined && cursors.has(cursor)) return null
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined && items.length < MOST_ITEMS)
  return items
}

/** The schema of arguments is an object, and names each required argument. */
async function schemas(client: Client, options: Options): Promise<Found> {
  if (client.getServerCapabilities()?.tools === undefined) return null
  const tools = (await allOf(client, 'tools', options)) ?? []
  const wrong = tools.flatMap(({ name, inputSchema }) => {
    const problem = schemaProblem(inputSchema)
    return problem === null ? [] : [{ tool: name, problem, inputSchema }]
  })
  const [first] = wrong
  return first === undefined ? passed(null) : failed(`${String(first.tool)}: ${first.problem}`, wrong)
}

function schemaProblem(schema: unknown): string | null {
  if (!isJson(schema) || schema['type'] !== 'object') return 'the type of the schema is not "object".'
  const { properties = {}, required = [] } = schema
  if (!isJson(properties)) return '"properties" is not an object.'
  if (!Array.isArray(required)) return '"required" is not a list.'
  const missing = required.find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name))
  return missing === undefined ? null : `"required" names ${JSON.stringify(missing)}, which is no property.`
}

/** A server still answers after a cancelled request. */
async function cancelled(client: Client, options: Options): Promise<Found> {
  const stop = new AbortController()
  const both = AbortSignal.any([options.signal, stop.signal])
  const asked = unknown(client, { ...options, signal: both }).catch((error: unknown) => error)
  stop.abort(new Error('cancelled by the self-test'))
  await asked
  try {
    await unknown(client, options)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return passed({ code: error.code, message: error.message })
  }
  return passed(null)
}

function wordsOf(error: unknown): string {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return `The server did not answer within ${CHECK_MS / 1_000} seconds.`
  }
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST)
}

function textOf(sent: unknown): string {
  if (sent === null || sent === undefined) return ''
  return (JSON.stringify(sent, null, 2) ?? '').slice(0, LONGEST)
}

const isJson = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
