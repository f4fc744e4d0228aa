import { z } from 'zod'
import { issueWords } from '#shared/config/issue-words.ts'
import { AppError } from '#shared/errors.ts'
import { firstPart } from '#shared/first-part.ts'
import type { HookPoint } from '#shared/hook/hook.ts'
import { parseJson } from '#shared/parse-json.ts'
import { Permission } from '#shared/permission/rule.ts'
import { say } from '#shared/sentences.ts'
import { Message } from '#shared/session/message.ts'
import type { HookIn, HookOut } from '../hooks/hook.ts'

/** The exit code and output of a program. */
export type Printed = { readonly exitCode: number | null; readonly out: string; readonly err: string }

/** The exit code with which a program says no. What it prints on its error output is the reason. */
const SAYS_NO = 2

const Words = z.string().trim().min(1).max(20_000)
const inject = z
  .union([Words.transform((text) => [text]), z.array(Words).max(20)])
  .transform((texts) => texts.map((content) => ({ content })))

const ANSWERS = {
  'session.start': z.strictObject({ inject: z.exactOptional(inject) }),
  'prompt.submit': z.strictObject({
    block: z.exactOptional(Words),
    text: z.exactOptional(z.string().trim().min(1).max(1_000_000)),
    inject: z.exactOptional(inject),
  }),
  'run.start': z.strictObject({ block: z.exactOptional(Words) }),
  'context.transform': z.strictObject({ messages: z.exactOptional(z.array(Message)) }),
  'request.before': z.strictObject({ block: z.exactOptional(Words) }),
  'tool.before': z.strictObject({
    decision: z.exactOptional(Permission),
    args: z.exactOptional(z.record(z.string(), z.unknown())),
    reason: z.exactOptional(Words),
  }),
  'tool.after': z.strictObject({
    result: z.exactOptional(z.union([z.string().max(1_000_000), Message])),
    inject: z.exactOptional(inject),
  }),
  'compact.before': z.strictObject({ block: z.exactOptional(Words), hint: z.exactOptional(Words) }),
  'run.stop': z.strictObject({ continueWith: z.exactOptional(Words) }),
} as const satisfies Record<HookPoint, z.ZodType>

type Readers = { readonly [P in HookPoint]: (answer: unknown, input: HookIn<P>) => HookOut<P> }

const READ: Readers = {
  'session.start': (answer) => ANSWERS['session.start'].parse(answer),
  'prompt.submit': (answer) => ANSWERS['prompt.submit'].parse(answer),
  'run.start': (answer) => ANSWERS['run.start'].parse(answer),
  'context.transform': (answer) => ANSWERS['context.transform'].parse(answer),
  'request.before': (answer) => ANSWERS['request.before'].parse(answer),
  'tool.before': (answer) => ANSWERS['tool.before'].parse(answer),
  'tool.after': (answer, input) => {
    const { result, ...rest } = ANSWERS['tool.after'].parse(answer)
    if (result === undefined) return rest
    return { ...rest, result: typeof result === 'string' ? withText(input.result, result) : result }
  },
  'compact.before': (answer) => ANSWERS['compact.before'].parse(answer),
  'run.stop': (answer) => ANSWERS['run.stop'].parse(answer),
}

/** The answer for a denial at each point. */
const NO: { readonly [P in HookPoint]: ((reason: string) => HookOut<P>) | null } = {
  'session.start': null,
  'prompt.submit': (block) => ({ block }),
  'run.start': (block) => ({ block }),
  'context.transform': null,
  'request.before': (block) => ({ block }),
  'tool.before': (reason) => ({ decision: 'deny', reason }),
  'tool.after': null,
  'compact.before': (block) => ({ block }),
  'run.stop': (continueWith) => ({ continueWith }),
}

/**
 * Parses the answer of a hook program. Exit code 2 is a denial, with the reason on stderr. Any other answer
 * is one JSON object on stdout; no output means no objection. Throws `hook.failed` for everything else.
 */
export function answerOf<P extends HookPoint>(point: P, printed: Printed, input: HookIn<P>): HookOut<P> {
  const { exitCode, out, err } = printed
  const no = NO[point]
  if (exitCode === SAYS_NO && no !== null) return no(shortened(err.trim()) || 'It gave no reason.')
  if (exitCode !== 0) throw endingOf(printed)
  const text = out.trim()
  if (text === '') return {}
  try {
    return READ[point](parseJson(text), input)
  } catch (error) {
    if (error instanceof SyntaxError) throw AppError.saying('hook.failed', say('hook.notJson'))
    if (error instanceof z.ZodError)
      throw AppError.saying('hook.failed', [say('hook.unusable'), whyOf(error)])
    throw error
  }
}

const LONGEST_REASON = 2_000

function shortened(text: string): string {
  return text.length <= LONGEST_REASON ? text : `${firstPart(text, LONGEST_REASON)} …`
}

/** The failure of a program that did not end well. */
export function endingOf({ exitCode, err }: Printed): AppError {
  const words = err.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  return AppError.saying('hook.failed', endingSentence(exitCode === null ? null : String(exitCode), words))
}

function endingSentence(code: string | null, words: string) {
  if (code === null) return words === '' ? say('hook.killed') : say('hook.killedSaying', { words })
  return words === '' ? say('hook.exit', { code }) : say('hook.exitSaying', { code, words })
}

function whyOf({ issues }: z.ZodError) {
  const [issue] = issues
  if (issue === undefined) return say('hook.otherForm')
  if (issue.code === 'unrecognized_keys') return say('hook.noSuchKey', { key: issue.keys[0] ?? '' })
  if (issue.path.length === 0) return say('hook.otherForm')
  return say('hook.wrongPlace', { key: issue.path.map(String).join('.'), what: issueWords(issue) })
}

function withText(result: Message, text: string): Message {
  return { ...result, parts: [{ t: 'text', text }, ...result.parts.filter(({ t }) => t === 'file')] }
}
