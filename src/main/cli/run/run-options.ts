import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { commandNamed } from '#shared/commands/registry.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import { EFFORTS, type Effort } from '#shared/model/efforts.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunBounds } from '#shared/run/run-bounds.ts'
import type { Option, Parsed, Scene } from '../command.ts'
import { dollars, wholeNumber } from '../parse.ts'
import { UsageError } from '../usage-error.ts'
import { readServers } from './read-servers.ts'

/** The forms of output. */
const OUTPUTS = ['text', 'json', 'stream-json'] as const
export type Output = (typeof OUTPUTS)[number]

/** The modes as typed. `full-access` and `bypass` are the same, and so are both spellings of accepting edits. */
const MODES: Readonly<Record<string, PermissionMode>> = {
  ask: 'ask',
  'accept-edits': 'accept_edits',
  accept_edits: 'accept_edits',
  plan: 'plan',
  'full-access': 'bypass',
  bypass: 'bypass',
}

export const RUN_OPTIONS = {
  prompt: {
    type: 'string',
    short: 'p',
    value: 'text',
    help: 'the message; standard input is added below it',
  },
  output: {
    type: 'string',
    value: OUTPUTS,
    help: 'text (default), one JSON object, or a JSON line per event',
  },
  model: { type: 'string', value: 'provider/id', help: 'the model' },
  effort: { type: 'string', value: EFFORTS, help: 'the reasoning effort' },
  mode: {
    type: 'string',
    value: Object.keys(MODES),
    help: 'the permission mode; the default is that of new chats',
  },
  agent: { type: 'string', value: 'id', help: 'the agent' },
  continue: {
    type: 'boolean',
    short: 'c',
    help: 'continue the newest chat of the folder; without a message, resume it',
  },
  resume: { type: 'string', short: 'r', value: 'chat', help: 'continue a chat by its id or title' },
  allow: {
    type: 'string',
    multiple: true,
    value: 'rule',
    help: 'allow a tool, as bash or "bash(npm test *)"; repeatable',
  },
  'add-dir': {
    type: 'string',
    multiple: true,
    value: 'folder',
    help: 'a folder outside the project that the chat uses like the project; repeatable',
  },
  'system-prompt': {
    type: 'string',
    value: 'text',
    help: 'instructions for this run in place of those of the agent',
  },
  'append-system-prompt': {
    type: 'string',
    value: 'text',
    help: 'instructions for this run below those of the agent',
  },
  'mcp-config': {
    type: 'string',
    multiple: true,
    value: 'file',
    help: 'MCP servers for this run, as a file or as JSON with mcpServers; repeatable',
  },
  'max-turns': { type: 'string', value: 'n', help: 'stop after this many model requests' },
  'max-usd': { type: 'string', value: 'n', help: 'stop when the run has cost this many US dollars' },
  schema: {
    type: 'string',
    value: 'file',
    help: 'a JSON Schema, as a file or as JSON; the answer must fit it',
  },
  set: {
    type: 'string',
    multiple: true,
    value: 'key=value',
    help: 'a setting of config.toml for this run, as runs.maxTurns=20; repeatable',
  },
  'safe-mode': { type: 'boolean', help: 'without skills, agents, hooks, workflows, plugins and MCP servers' },
  project: { type: 'string', value: 'folder', help: 'the project; the default is the current folder' },
} as const satisfies Readonly<Record<string, Option>>

/** The parsed options of `orrery run`. */
export type RunOptions = {
  /** Empty only with `continue` or `resume`: then the chat resumes. */
  readonly prompt: string
  readonly output: Output
  readonly model: string | null
  readonly effort: Effort | null
  readonly mode: PermissionMode | null
  readonly agent: string | null
  readonly continues: { readonly chat: 'newest' } | { readonly chat: 'named'; readonly name: string } | null
  readonly bounds: RunBounds | null
  /** Extra folders, as absolute paths. */
  readonly folders: readonly string[]
  readonly safeMode: boolean
  readonly set: readonly string[]
  /** MCP servers of this run, by name. */
  readonly servers: ReadonlyMap<string, McpServer>
}

/** Reads the options of `orrery run`. Throws a `UsageError` for anything that cannot be carried out. */
export async function readRunOptions(
  parsed: Parsed,
  { terminal, cwd }: Pick<Scene, 'terminal' | 'cwd'>,
): Promise<RunOptions> {
  const resume = parsed.text('resume')
  const isNewest = parsed.is('continue')
  if (isNewest && resume !== null) throw new UsageError('--continue and --resume exclude each other.')
  const continues = isNewest
    ? ({ chat: 'newest' } as const)
    : resume === null
      ? null
      : ({ chat: 'named', name: resume } as const)
  const prompt = await promptOf(parsed, terminal)
  if (prompt === '' && continues === null) {
    throw new UsageError('There is no message. Use -p "…", or pipe it in.')
  }
  refuseWindowCommand(prompt)
  const schema = await schemaOf(parsed.text('schema'), cwd)
  const bounds = boundsOf(parsed, schema)
  if (prompt === '' && bounds !== null) {
    throw new UsageError(
      '--allow, --max-turns, --max-usd, --schema and the options for the system prompt need a message.',
    )
  }
  const mode = parsed.text('mode')
  const servers = await readServers(parsed.texts('mcp-config'), cwd)
  if (servers.size > 0 && parsed.is('safe-mode')) {
    throw new UsageError('--mcp-config and --safe-mode exclude each other.')
  }
  return {
    prompt,
    continues,
    bounds,
    output: (parsed.text('output') as Output | null) ?? 'text',
    model: parsed.text('model'),
    effort: parsed.text('effort') as Effort | null,
    mode: mode === null ? null : (MODES[mode] ?? null),
    agent: parsed.text('agent'),
    safeMode: parsed.is('safe-mode'),
    folders: parsed.texts('add-dir').map((folder) => resolve(cwd, folder)),
    set: parsed.texts('set'),
    servers,
  }
}

/** Refuses a command that only a window can carry out. */
function refuseWindowCommand(prompt: string): void {
  const word = /^\/([a-z0-9-]+)(?=\s|$)/.exec(prompt)?.[1] ?? ''
  if (commandNamed(word)?.by !== 'window') return
  throw new UsageError(`/${word} works in the window only. To send it as text, write //${word}.`)
}

/** The wait for the first letters of standard input beside a message, in milliseconds. */
const FIRST_INPUT_MS = 3_000

async function promptOf(parsed: Parsed, terminal: Scene['terminal']): Promise<string> {
  const typed = [parsed.text('prompt'), ...parsed.words].filter((part) => part !== null)
  if (parsed.text('prompt') !== null && parsed.words.length > 0) {
    throw new UsageError('Give the message with -p or as words, not both. Put quotes around it.')
  }
  // A pipe that stays open without a word, as some programs leave it, must not hold a message that was given.
  const firstMs = typed.length === 0 ? null : FIRST_INPUT_MS
  const piped = ((await terminal.input(firstMs)) ?? '').trimEnd()
  return [typed.join(' ').trim(), piped].filter((part) => part.trim() !== '').join('\n\n')
}

function boundsOf(parsed: Parsed, schema: RunBounds['schema'] | null): RunBounds | null {
  const maxTurns = wholeNumber('max-turns', parsed.text('max-turns'))
  if (maxTurns !== null && maxTurns > 10_000) throw new UsageError('--max-turns takes at most 10000.')
  const maxUsd = dollars('max-usd', parsed.text('max-usd'))
  const allow = parsed.texts('allow').map(ruleOf)
  const instructions = instructionsOf(parsed)
  const bounds: RunBounds = {
    ...(maxTurns === null ? {} : { maxTurns }),
    ...(maxUsd === null ? {} : { maxUsd }),
    ...(schema === null || schema === undefined ? {} : { schema }),
    ...(allow.length === 0 ? {} : { allow }),
    ...(instructions === undefined ? {} : { instructions }),
  }
  return Object.keys(bounds).length === 0 ? null : bounds
}

/** The most characters of instructions for one run. */
const LONGEST_INSTRUCTIONS = 100_000

function instructionsOf(parsed: Parsed): RunBounds['instructions'] {
  const given = (name: 'system-prompt' | 'append-system-prompt'): string | null => {
    const text = parsed.text(name)
    if (text?.trim() === '') throw new UsageError(`--${name} needs a value.`)
    if (text !== null && text.length > LONGEST_INSTRUCTIONS) {
      throw new UsageError(`--${name} takes at most ${LONGEST_INSTRUCTIONS} characters.`)
    }
    return text
  }
  const [instead, below] = [given('system-prompt'), given('append-system-prompt')]
  if (instead === null && below === null) return undefined
  return { ...(instead === null ? {} : { instead }), ...(below === null ? {} : { below }) }
}

/** Reads `tool` or `tool(pattern)`. */
function ruleOf(text: string): NonNullable<RunBounds['allow']>[number] {
  const [, tool, pattern] = /^([A-Za-z_][\w-]*)(?:\((.+)\))?$/s.exec(text.trim()) ?? []
  if (tool === undefined)
    throw new UsageError(`--allow takes a tool, as bash or "bash(npm test *)", not “${text}”.`)
  return {
    tool: tool.toLowerCase().startsWith('mcp__') ? tool : tool.toLowerCase(),
    action: 'allow',
    ...(pattern === undefined ? {} : { pattern }),
  }
}

async function schemaOf(named: string | null, cwd: string): Promise<RunBounds['schema'] | null> {
  if (named === null) return null
  const text = named.trimStart().startsWith('{') ? named : await readSchema(resolve(cwd, named))
  const { createSchemaCheck } = await import('../../workflows/host/scripts/schema-check.ts')
  try {
    const schema = z.record(z.string(), z.json()).parse(JSON.parse(text))
    const verdict = createSchemaCheck()(JSON.stringify(schema), 'null')
    if (!verdict.fits && verdict.invalid)
      throw new UsageError(`--schema is no JSON Schema: ${verdict.problems.join(' ')}`)
    return schema
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError('--schema is no JSON object.')
  }
}

async function readSchema(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new UsageError(`--schema: the file ${path} cannot be read.`)
  }
}
