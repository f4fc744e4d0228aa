import { resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { HookPoint } from '#shared/hook/hook.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import type { HookIn, HookOut, HookScene } from '../../hooks/hook.ts'
import { endingOf, type Printed } from '../hook-answers.ts'
import { namePattern } from '../name-pattern.ts'
import type { ForeignForm } from './foreign-form.ts'
import { foreignNameOf, foreignNamesOf } from './tool-names.ts'

/** The keys of arguments here and at Claude Code. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  read: { path: 'file_path' },
  write: { path: 'file_path' },
  edit: { path: 'file_path', old_text: 'old_string', new_text: 'new_string' },
  bash: { timeout_ms: 'timeout', background: 'run_in_background' },
}

/** Whether a hook of Claude Code is for an event: the name of the tool, or the reason, must fit its pattern. */
export function concernsForeign({ event, matcher }: ForeignForm, input: object): boolean {
  if ('name' in input) {
    const tool = String(input.name)
    return fits(matcher, [tool, ...foreignNamesOf(tool)])
  }
  if (event === 'Notification') return 'status' in input && String(input.status).startsWith('waiting')
  const about = reasonOf(event, input)
  return about === null || fits(matcher, [about])
}

const fits = (matcher: ForeignForm['matcher'], names: readonly string[]): boolean =>
  matcher === null || matcher.some((pattern) => names.some(namePattern(pattern)))

function reasonOf(event: ForeignForm['event'], input: object): string | null {
  if (event === 'SessionStart') return 'resumed' in input && input.resumed === true ? 'resume' : 'startup'
  if (event === 'PreCompact') return 'auto'
  return null
}

/** Returns what a hook of Claude Code reads. Paths are absolute, as it sends them. */
export function foreignInput({ event }: ForeignForm, input: object, scene: HookScene): object {
  const common = {
    session_id: scene.sessionId,
    transcript_path: '',
    cwd: scene.cwd,
    hook_event_name: event,
  }
  if ('name' in input) {
    const tool = String(input.name)
    return {
      ...common,
      tool_name: foreignNameOf(tool),
      tool_input: 'args' in input ? foreignArguments(tool, input.args, scene.cwd) : {},
      ...('result' in input ? { tool_response: textOf(input.result as Message) } : {}),
    }
  }
  if (event === 'UserPromptSubmit') return { ...common, prompt: 'text' in input ? input.text : '' }
  if (event === 'SessionStart') return { ...common, source: reasonOf(event, input) }
  if (event === 'SessionEnd') return { ...common, reason: 'reason' in input ? input.reason : 'other' }
  if (event === 'PreCompact') return { ...common, trigger: 'auto', custom_instructions: '' }
  if (event === 'Notification') return { ...common, message: 'The agent is waiting for your input' }
  return { ...common, stop_hook_active: false }
}

function foreignArguments(tool: string, args: unknown, cwd: string): unknown {
  if (typeof args !== 'object' || args === null) return args
  const names = ARGUMENTS[tool] ?? {}
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      names[key] ?? key,
      key === 'path' && typeof value === 'string' ? resolve(cwd, value) : value,
    ]),
  )
}

/** Returns changed arguments under the names of this app. */
function ownArguments(tool: string, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.entries(ARGUMENTS[tool] ?? {})
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [names.find(([, name]) => name === key)?.[0] ?? key, value]),
  )
}

const textOf = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.t === 'text' ? [part.text] : [])).join('\n')

const Answer = z.looseObject({
  continue: z.exactOptional(z.boolean()),
  stopReason: z.exactOptional(z.string()),
  decision: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
  hookSpecificOutput: z.exactOptional(
    z.looseObject({
      permissionDecision: z.exactOptional(z.enum(['allow', 'ask', 'deny'])),
      permissionDecisionReason: z.exactOptional(z.string()),
      additionalContext: z.exactOptional(z.string()),
      updatedInput: z.exactOptional(z.record(z.string(), z.unknown())),
    }),
  ),
})
type Answer = z.infer<typeof Answer>

const LONGEST = 2_000

/** The answer that stops the action at each point; null where nothing can be stopped. */
type Stop<P extends HookPoint> = (reason: string) => HookOut<P>
const STOPS: { readonly [P in HookPoint]?: Stop<P> } = {
  'prompt.submit': (block) => ({ block }),
  'tool.before': (reason) => ({ decision: 'deny', reason }),
  'tool.after': (content) => ({ inject: [{ content }] }),
  'compact.before': (block) => ({ block }),
  'run.stop': (continueWith) => ({ continueWith }),
}

/**
 * Reads the answer of a hook of Claude Code. Exit code 2 stops the action with the words on stderr; any other failure
 * stops nothing. Printed text is context for the agent where that is so there.
 */
export function foreignAnswer<P extends HookPoint>(point: P, printed: Printed, input: HookIn<P>): HookOut<P> {
  const stop: Stop<P> | undefined = STOPS[point]
  const { exitCode, out, err } = printed
  if (exitCode === 2 && stop !== undefined) return stop(cut(err.trim()) || 'It gave no reason.')
  if (exitCode !== 0) throw endingOf(printed)
  const text = out.trim()
  if (text === '') return {}
  const answer = answerIn(text)
  if (answer !== null) return meaningOf(point, answer, input)
  const isContext = point === 'prompt.submit' || point === 'session.start'
  return isContext ? ({ inject: [{ content: text.slice(0, 20_000) }] } as HookOut<P>) : {}
}

/** Null for output that is no JSON object: it is meant for people. */
function answerIn(text: string): Answer | null {
  if (!text.startsWith('{')) return null
  try {
    return Answer.parse(parseJson(text))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    if (error instanceof z.ZodError) throw AppError.saying('hook.failed', say('hook.unusable'))
    throw error
  }
}

function meaningOf<P extends HookPoint>(point: P, answer: Answer, input: HookIn<P>): HookOut<P> {
  const { decision, reason = '', hookSpecificOutput: own } = answer
  const stop: Stop<P> | undefined = STOPS[point]
  if (decision === 'block' && stop !== undefined) return stop(cut(reason) || 'It gave no reason.')
  if (answer.continue === false && stop !== undefined && point !== 'run.stop') {
    return stop(cut(answer.stopReason ?? '') || 'It gave no reason.')
  }
  if (point === 'tool.before') {
    const changed = own?.updatedInput
    return {
      ...(own?.permissionDecision === undefined ? {} : { decision: own.permissionDecision }),
      ...(own?.permissionDecisionReason ? { reason: cut(own.permissionDecisionReason) } : {}),
      ...(changed === undefined || !('name' in input) ? {} : { args: ownArguments(input.name, changed) }),
    } as HookOut<P>
  }
  const context = own?.additionalContext?.trim() ?? ''
  const takes = point === 'prompt.submit' || point === 'session.start' || point === 'tool.after'
  return context !== '' && takes ? ({ inject: [{ content: context.slice(0, 20_000) }] } as HookOut<P>) : {}
}

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} …`)
