import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { CommandResult } from './run-chat-command.ts'

type Scene = Pick<Chat, 'api'>

/** Shows the version with the commit and the time of the build. */
export async function showVersion({ api }: Scene, t: Text): Promise<CommandResult> {
  const { version, electron, node, build } = await api.read('app.version', {})
  const text =
    build === null
      ? t('commands.version.now', { version, electron, node })
      : t('commands.version.build', { version, electron, node, commit: build.commit, time: build.builtAt })
  return { kind: 'answer', text }
}

/** Lists the runtime and the variables that matter to the app. */
export async function showEnvironment({ api }: Scene, t: Text): Promise<CommandResult> {
  const { runtime, variables } = await api.read('app.environment', {})
  const secret = (value: string) => `${value} ${t('commands.env.masked')}`
  return {
    kind: 'rows',
    rows: [
      ...runtime,
      ...variables.map(({ name, value, secret: isSecret }) => ({
        name,
        value: isSecret ? secret(value) : value,
      })),
    ],
  }
}

const USUAL_CALLS = 5
const MOST_CALLS = 50

/** Reads the count behind `/debug-tool-call`; null for other words. */
export function callCount(words: string): number | null {
  if (words === '') return USUAL_CALLS
  if (!/^\d{1,3}$/.test(words)) return null
  const count = Number(words)
  return count < 1 || count > MOST_CALLS ? null : count
}

/** Lists the newest tool calls of a chat with their results. */
export async function showToolCalls(
  { api }: Scene,
  sessionId: SessionId,
  words: string,
  t: Text,
): Promise<CommandResult> {
  const count = callCount(words)
  if (count === null) throw AppError.quoting('other', t('commands.calls.wrong', { most: MOST_CALLS }))
  return { kind: 'calls', calls: await api.read('session.toolCalls', { sessionId, count }) }
}

/** The options of `/perf-issue`. */
type PerfOptions = { readonly format: 'md' | 'json'; readonly lines: number }

const USUAL_LINES = 50
const MOST_LINES = 1_000

/** Reads the options of `/perf-issue`; null for anything else. */
export function perfOptions(words: string): PerfOptions | null {
  let options: PerfOptions = { format: 'md', lines: USUAL_LINES }
  let rest = words.trim()
  while (rest !== '') {
    const [whole, name, value = ''] = /^--(format|limit)(?:=|\s+)(\S+)(?:\s+|$)/.exec(rest) ?? []
    if (whole === undefined) return null
    if (name === 'format' && (value === 'json' || value === 'md')) options = { ...options, format: value }
    else if (name === 'limit' && /^\d{1,4}$/.test(value) && Number(value) <= MOST_LINES)
      options = { ...options, lines: Number(value) }
    else return null
    rest = rest.slice(whole.length)
  }
  return options
}

/** Writes a performance report and names its file. */
export async function writePerfReport(
  { api }: Scene,
  sessionId: SessionId | null,
  words: string,
  t: Text,
): Promise<CommandResult> {
  const options = perfOptions(words)
  if (options === null) throw AppError.quoting('other', t('commands.perf.wrong', { most: MOST_LINES }))
  const file = await api.command('app.perfReport', { sessionId, ...options })
  return { kind: 'answer', text: t('commands.perf.written', { file }) }
}
