import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Usage } from '#shared/session/message.ts'
import { tokensOf } from '#shared/session/usage.ts'
import { newestLines } from './newest-lines.ts'

type Deps = {
  /** The folder of reports. It is made when missing. */
  readonly folder: string
  readonly log: string
  readonly version: string
  readonly now: () => number
  readonly redact: (text: string) => string
  readonly chat: (sessionId: SessionId) => {
    readonly path: readonly DurableEvent[]
    readonly usage: Readonly<Record<string, Usage>>
  }
}

/** The figures of a report. Times are in milliseconds, sizes in bytes. */
export type PerfFigures = {
  readonly at: string
  readonly version: string
  readonly uptimeMs: number
  readonly memory: Readonly<Record<string, number>>
  readonly cpu: { readonly userMs: number; readonly systemMs: number }
  readonly tokens: readonly { readonly model: string; readonly tokens: number }[]
  readonly tools: readonly ToolFigures[]
  readonly log: readonly string[]
}

type ToolFigures = {
  readonly name: string
  readonly uses: number
  readonly failed: number
  readonly meanMs: number
  readonly longestMs: number
}

type Asked = {
  readonly sessionId: SessionId | null
  readonly format: 'md' | 'json'
  readonly lines: number
}

/** Creates the writer of performance reports: memory, CPU, tokens, tools and the newest lines of the log. */
export function createPerfReport(deps: Deps) {
  return async ({ sessionId, format, lines }: Asked): Promise<string> => {
    const figures = await figuresOf(deps, sessionId, lines)
    await mkdir(deps.folder, { recursive: true, mode: 0o700 })
    const stamp = figures.at.replaceAll(/[:.]/g, '-')
    const file = join(deps.folder, `perf-${stamp}.${format}`)
    const text = format === 'json' ? `${JSON.stringify(figures, null, 2)}\n` : markdownOf(figures)
    await writeFile(file, text, { mode: 0o600 })
    return file
  }
}

async function figuresOf(deps: Deps, sessionId: SessionId | null, lines: number): Promise<PerfFigures> {
  const chat = sessionId === null ? { path: [], usage: {} } : deps.chat(sessionId)
  const { user, system } = process.cpuUsage()
  return {
    at: new Date(deps.now()).toISOString(),
    version: deps.version,
    uptimeMs: Math.round(process.uptime() * 1_000),
    memory: { ...process.memoryUsage() },
    cpu: { userMs: Math.round(user / 1_000), systemMs: Math.round(system / 1_000) },
    tokens: Object.entries(chat.usage).map(([model, usage]) => ({ model, tokens: tokensOf(usage) })),
    tools: toolsOf(chat.path),
    log: lines === 0 ? [] : (await newestLines(deps.log, lines)).map(deps.redact),
  }
}

function toolsOf(path: readonly DurableEvent[]): readonly ToolFigures[] {
  const times = new Map<string, { ms: number[]; failed: number }>()
  for (const event of path) {
    const tool = event.kind === 'message' ? event.payload.message.tool : undefined
    if (tool === undefined) continue
    const { ms, failed } = times.get(tool.name) ?? { ms: [], failed: 0 }
    times.set(tool.name, { ms: [...ms, tool.durationMs], failed: failed + (tool.isError ? 1 : 0) })
  }
  return [...times]
    .map(([name, { ms, failed }]) => ({
      name,
      uses: ms.length,
      failed,
      meanMs: Math.round(ms.reduce((sum, each) => sum + each, 0) / ms.length),
      longestMs: ms.reduce((most, each) => Math.max(most, each), 0),
    }))
    .toSorted((left, right) => right.uses - left.uses || (left.name < right.name ? -1 : 1))
}

function markdownOf({ at, version, uptimeMs, memory, cpu, tokens, tools, log }: PerfFigures): string {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
    rows.length === 0 ? 'None.' : [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
  const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)
  return [
    `# Performance report ${at}`,
    `Orrery ${version}, up for ${Math.round(uptimeMs / 1_000)} s. CPU: ${cpu.userMs} ms user, ${cpu.systemMs} ms system.`,
    '## Memory',
    table(
      ['part', 'MB'],
      Object.entries(memory).map(([part, bytes]) => [part, megabytes(bytes)]),
    ),
    '## Tokens of the chat',
    table(
      ['model', 'tokens'],
      tokens.map((each) => [each.model, each.tokens]),
    ),
    '## Tools of the chat',
    table(
      ['tool', 'uses', 'failed', 'mean ms', 'longest ms'],
      tools.map((each) => [each.name, each.uses, each.failed, each.meanMs, each.longestMs]),
    ),
    '## Newest lines of the log',
    log.length === 0 ? 'None.' : ['```', ...log, '```'].join('\n'),
    '',
  ].join('\n\n')
}
