import type { InflightTool } from '#shared/events/delivery.ts'
import { never } from '#shared/never.ts'
import type { CommandFiles } from '#shared/session/command-files.ts'
import type { Synthetic, ToolOutcome } from '#shared/session/message.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import type { Text } from '../../../../messages/TextProvider.tsx'
import type { Numbers } from '../../../../ui/base/numbers.ts'
import type { MarkState } from '../../../../ui/controls/Mark.tsx'
import type { ToolEntry } from '../entry.ts'

/** Returns the subject of a call in one line. */
export function toolArgument(name: string, args: unknown): string {
  if (typeof args === 'string') return partialArgument(args)
  if (typeof args !== 'object' || args === null) return ''
  const values = args as Readonly<Record<string, unknown>>
  const text = (key: string) => (typeof values[key] === 'string' ? values[key] : '')
  const path = text('path')
  switch (name) {
    case 'bash':
      return text('command')
    case 'read':
      return `${path}${linesOf(values['offset'], values['limit'])}`
    case 'grep':
    case 'glob':
      return path === '' || path === '.' ? text('pattern') : `${text('pattern')} in ${path}`
    case 'job':
      return [text('action'), text('id'), text('until')].filter((word) => word !== '').join(' ')
    case 'ask':
      return text('prompt')
    case 'plan':
      return text('goal')
    case 'memory_save':
      return text('key')
    default:
      return (
        path || text('command') || text('title') || text('description') || text('prompt') || firstText(values)
      )
  }
}

const ABOUT_PATHS = new Set(['read', 'write', 'edit', 'notebook_edit', 'list', 'present_file'])

/** Whether the line of a tool's call is a path. */
export const isAboutPath = (name: string): boolean => ABOUT_PATHS.has(name)

/** The same once it was answered: a plan is about what the person has accepted, in their words. */
export function calledAbout({ name, args, outcome }: ToolEntry): string {
  const details = outcome?.details
  if (details?.kind === 'plan' && details.goal !== undefined) return details.goal
  const path = outcome?.path?.taken
  return toolArgument(name, path === undefined ? args : { ...Object(args), path })
}

/** The result in a few words, for the right end of the card. `bad` asks for the colour of failure. */
export type ToolMeta = { readonly text: string; readonly bad: boolean }

/** `byYou` tells whether the person stopped the run of the call. */
export function toolMeta(call: ToolEntry, t: Text, numbers: Numbers, byYou = false): readonly ToolMeta[] {
  const { outcome } = call
  if (outcome === null) return []
  if (outcome.synthetic === 'cancelled') return [{ text: stoppedWords(byYou, t), bad: false }]
  if (outcome.synthetic !== undefined) return [{ text: insteadOf(outcome.synthetic, outcome, t), bad: false }]
  const result = outcome.details === undefined ? '' : resultOf(outcome.details, t)
  const bad = outcome.details?.kind === 'bash' && outcome.isError
  const took = outcome.durationMs >= 1 ? numbers.took(outcome.durationMs) : ''
  const words = isStopped(outcome)
    ? stoppedWords(byYou, t)
    : result === '' && outcome.isError
      ? t('chat.tool.failed')
      : result
  const isFailure = (bad || outcome.isError) && !isRefusedPlan(outcome) && !isStopped(outcome)
  return [
    ...(words === '' ? [] : [{ text: words, bad: isFailure }]),
    ...filesMeta(filesOf(outcome.details), t),
    ...(took === '' ? [] : [{ text: took, bad: false }]),
  ]
}

const filesOf = (details: ToolDetails | undefined): CommandFiles | undefined =>
  details?.kind === 'bash' || details?.kind === 'mcp' || details?.kind === 'job' ? details.files : undefined

const stoppedWords = (byYou: boolean, t: Text): string =>
  t(byYou ? 'chat.tool.stoppedByYou' : 'chat.tool.cancelled')

/** Whether a command ended because its run was stopped: nothing has failed. */
const isStopped = ({ details }: Pick<ToolOutcome, 'details'>): boolean =>
  details?.kind === 'bash' && details.stopped === true

/** Why a call has no answer of its own tool. Older logs do not say who denied it. */
function insteadOf(synthetic: Synthetic, { refusedBy }: ToolOutcome, t: Text): string {
  if (synthetic !== 'denied' || refusedBy === undefined) return t(`chat.tool.${synthetic}`)
  return t(`chat.tool.denied.${refusedBy}`)
}

/** The state of a call as a mark. */
export function toolMark(
  call: ToolEntry,
  live: Pick<InflightTool, 'ended'> | null,
  waiting: boolean,
): MarkState {
  if (waiting) return 'wait'
  if (call.outcome === null) {
    if (live === null) return 'pend'
    if (live.ended === null) return 'run'
    return live.ended.isError ? 'fail' : 'done'
  }
  const { outcome } = call
  if (outcome.synthetic !== undefined || isRefusedPlan(outcome) || isStopped(outcome)) return 'stop'
  return outcome.isError ? 'fail' : 'done'
}

/** A plan with requested changes: nothing has failed. */
export const isRefusedPlan = ({ details }: Pick<ToolOutcome, 'details'>): boolean =>
  details?.kind === 'plan' && details.refused === true

function resultOf(details: ToolDetails, t: Text): string {
  switch (details.kind) {
    case 'read':
      return t('chat.tool.lines', { count: details.lines })
    case 'list':
      return t('chat.tool.entries', { count: details.entries })
    case 'glob':
      return t('chat.tool.files', { count: details.files })
    case 'grep':
      return details.matches === 0
        ? t('chat.tool.noMatches')
        : t('chat.tool.matches', { count: details.files, matches: details.matches })
    case 'tools':
      return t('chat.tool.toolsFound', { count: details.found.length })
    case 'passages':
      return t('pages.passagesFound', { count: details.passages.length })
    case 'job':
      return details.action === 'stop' ? t('jobs.stopped') : ''
    case 'bash':
      return bashResult(details, t)
    case 'plan':
      if (details.refused) return t('chat.tool.notAccepted')
      return details.done === undefined
        ? t('chat.tool.steps', { count: details.steps })
        : t('chat.doneOf', { done: details.done, total: details.steps })
    case 'write':
      return details.created ? t('chat.tool.created') : ''
    case 'agent':
      return details.state === 'background' ? t('chat.tool.background') : ''
    case 'edit':
    case 'file':
    case 'mcp':
    case 'memory':
    case 'question':
      return ''
    default:
      return never(details)
  }
}

function bashResult(details: Extract<ToolDetails, { kind: 'bash' }>, t: Text): string {
  if (details.job !== undefined && details.exitCode === null) return t('chat.tool.background')
  if (details.timedOut) return t('chat.tool.timedOut')
  if (details.signal !== null) return details.signal
  return details.exitCode === null || details.exitCode === 0
    ? ''
    : t('chat.tool.exit', { code: String(details.exitCode) })
}

/** Returns how many files a command changed, and how many are not listed; nothing where it changed none. */
export function filesMeta(files: CommandFiles | undefined, t: Text): readonly ToolMeta[] {
  if (files === undefined) return []
  if (!files.looked) return [{ text: t(`chat.tool.notWatched.${files.because}`), bad: false }]
  const count = files.added + files.changed + files.removed
  const said = count === 0 ? [] : [t('chat.tool.filesChanged', { count })]
  if (files.unlisted > 0) said.push(t('chat.tool.filesUnlisted', { count: files.unlisted }))
  if (files.notSeen !== undefined) said.push(t('chat.tool.foldersNotWatched', { count: files.notSeen }))
  return said.map((text) => ({ text, bad: false }))
}

function linesOf(offset: unknown, limit: unknown): string {
  const from = typeof offset === 'number' ? offset : 1
  if (typeof limit === 'number') return `:${from}-${from + limit - 1}`
  return from === 1 ? '' : `:${from}`
}

/** The first value of arguments that are still being written. */
function partialArgument(raw: string): string {
  const value = /"(?:path|command|pattern|title|prompt|goal)"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(raw)?.[1] ?? ''
  return value.replace(/\\n/g, ' ').replace(/\\(.)/g, '$1')
}

function firstText(values: Readonly<Record<string, unknown>>): string {
  return Object.values(values).find((value) => typeof value === 'string') ?? ''
}
