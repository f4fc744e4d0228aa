import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearNames } from '#shared/near-names.ts'
import type { Command, Option, Parsed } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Parses the words behind a command. Throws a `UsageError` for an unknown option, a missing or an unknown value. */
export function parseCommand(argv: readonly string[], { name, options }: Command): Parsed {
  const known: Readonly<Record<string, Option>> = { ...options, help: HELP }
  const config = Object.fromEntries(
    Object.entries(known).map(([key, { type, short, multiple = false }]) => [
      key,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  ) as NonNullable<ParseArgsConfig['options']>
  // Tokens instead of strict mode, so that a mistyped option gets the nearest name.
  const { tokens } = parseArgs({
    args: [...argv],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values = new Map<string, string[]>()
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const option = known[token.name]
    if (option === undefined) throw unknownOption(token.rawName, name, Object.keys(known))
    values.set(token.name, [...(values.get(token.name) ?? []), valueFrom(token.rawName, token.value, option)])
  }
  for (const [key, given] of values) {
    if (given.length > 1 && known[key]?.multiple !== true) throw new UsageError(`--${key} is given twice.`)
  }
  return {
    text: (key) => values.get(key)?.at(-1) ?? null,
    texts: (key) => values.get(key) ?? [],
    is: (key) => values.has(key),
    words,
  }
}

const HELP: Option = { type: 'boolean', short: 'h', help: 'show this help' }

function valueFrom(name: string, value: string | undefined, { type, value: allowed }: Option): string {
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${name} takes no value.`)
    return ''
  }
  if (value === undefined || value === '') throw new UsageError(`${name} needs a value.`)
  if (typeof allowed === 'object' && !allowed.includes(value)) {
    throw new UsageError(`${name} takes ${allowed.join(', ')}, not “${value}”.`)
  }
  return value
}

function unknownOption(name: string, command: string, known: readonly string[]): UsageError {
  const near = nearNames(name.replace(/^-+/, ''), known).map((each) => `--${each}`)
  const hint = near.length === 0 ? `See orrery ${command} --help.` : `Did you mean ${near.join(' or ')}?`
  return new UsageError(`orrery ${command} has no option ${name}. ${hint}`)
}

/** Reads a whole number of at least 1. Throws a `UsageError` for anything else. */
export function wholeNumber(name: string, text: string | null): number | null {
  if (text === null) return null
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} takes a whole number from 1, not “${text}”.`)
  return Number(text)
}

/** Reads an amount of US dollars above 0. Throws a `UsageError` for anything else. */
export function dollars(name: string, text: string | null): number | null {
  if (text === null) return null
  const amount = Number(text)
  if (!/^\d{1,6}(\.\d+)?$/.test(text) || amount <= 0) {
    throw new UsageError(`--${name} takes US dollars above 0, for example 0.50, not “${text}”.`)
  }
  return amount
}
