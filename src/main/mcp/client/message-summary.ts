import type { JSONRPCMessage } from '@modelcontextprotocol/client'

type Json = Readonly<Record<string, unknown>>

const LONGEST = 300

/** Returns the start of a message for a list: what is called or read, or what came back. */
export function summaryOf(message: JSONRPCMessage): string {
  if ('method' in message) return line(requestSummary(message.params ?? {}))
  if ('error' in message) return line(message.error.message)
  return line(resultSummary(message.result))
}

function requestSummary({ _meta, ...params }: Json): string {
  const { name, uri, arguments: args } = params
  const named = textOf(name) ?? textOf(uri)
  if (named === undefined) return jsonOf(params)
  return isJson(args) ? `${named} ${jsonOf(args)}` : named
}

const LISTS = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const

function resultSummary(result: Json): string {
  for (const key of LISTS) {
    const items = result[key]
    if (Array.isArray(items)) return namesOf(items)
  }
  const { content, contents } = result
  const blocks = Array.isArray(content) ? content : Array.isArray(contents) ? contents : null
  if (blocks === null) return jsonOf(result)
  const first: unknown = blocks[0]
  if (!isJson(first)) return ''
  return textOf(first['text']) ?? textOf(first['type']) ?? textOf(first['uri']) ?? ''
}

function namesOf(items: readonly unknown[]): string {
  const names = items.slice(0, 20).flatMap((item) => {
    const name = isJson(item) ? (textOf(item['name']) ?? textOf(item['uri'])) : undefined
    return name === undefined ? [] : [name.slice(0, 60)]
  })
  return `${items.length}: ${names.join(', ')}`
}

function jsonOf(value: Json): string {
  if (Object.keys(value).length === 0) return ''
  try {
    return JSON.stringify(value, (_, each: unknown) => shortened(each))
  } catch (error) {
    // It nests too deep.
    if (error instanceof RangeError) return ''
    throw error
  }
}

const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value

/** Makes one short line of any text. */
function line(text: string): string {
  const short = text
    .slice(0, 2 * LONGEST)
    .replace(/\s+/g, ' ')
    .trim()
  return short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
