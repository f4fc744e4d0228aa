import type { HookPoint } from '#shared/hook/hook.ts'
import type { Permission } from '#shared/permission/rule.ts'
import type { HookIn, HookOut } from './hook.ts'

type Nexts = { readonly [P in HookPoint]: (input: HookIn<P>, out: HookOut<P>) => HookIn<P> }
type Joins = { readonly [P in HookPoint]: (sum: HookOut<P>, out: HookOut<P>) => HookOut<P> }

const same = <T>(input: T): T => input
const latest = <T>(sum: T, out: T): T => ({ ...sum, ...out })
const lines = (...texts: readonly (string | undefined)[]) =>
  texts.filter((text) => text !== undefined).join('\n')

/** Builds the input of the next hook in a chain from an answer. */
export const NEXT: Nexts = {
  'session.start': same,
  'prompt.submit': (input, { text }) => (text === undefined ? input : { ...input, text }),
  'run.start': same,
  'context.transform': (input, { messages }) => (messages === undefined ? input : { messages }),
  'request.before': same,
  'tool.before': (input, out) => ('args' in out ? { ...input, args: out.args } : input),
  'tool.after': (input, { result }) => (result === undefined ? input : { ...input, result }),
  'compact.before': same,
  'run.stop': same,
}

/** Merges the answers of a chain. */
export const JOIN: Joins = {
  'session.start': (sum, out) => withItems(sum, out, {}),
  'prompt.submit': (sum, out) => withItems(sum, out, { ...sum, ...out }),
  'run.start': latest,
  'context.transform': latest,
  'request.before': latest,
  'tool.before': (sum, out) => {
    const args = {
      ...('args' in sum ? { args: sum.args } : {}),
      ...('args' in out ? { args: out.args } : {}),
    }
    return { ...args, ...stricterOf(sum, out) }
  },
  'tool.after': (sum, out) => withItems(sum, out, { ...sum, ...out }),
  'compact.before': (sum, out) => ({
    ...sum,
    ...out,
    ...(sum.hint === undefined && out.hint === undefined ? {} : { hint: lines(sum.hint, out.hint) }),
  }),
  'run.stop': (sum, out) =>
    sum.continueWith === undefined && out.continueWith === undefined
      ? {}
      : { continueWith: lines(sum.continueWith, out.continueWith) },
}

const STRICTNESS: readonly Permission[] = ['deny', 'ask', 'allow']

/** The stricter of two decisions: no before ask before yes. */
export function strictest(a: Permission, b: Permission): Permission {
  return STRICTNESS.indexOf(a) <= STRICTNESS.indexOf(b) ? a : b
}

type Decided = Pick<HookOut<'tool.before'>, 'decision' | 'reason'>

/** Returns the stricter decision with its reason. */
function stricterOf(sum: Decided, out: Decided): Decided {
  if (out.decision === undefined) return decidedIn(sum)
  if (sum.decision === undefined) return decidedIn(out)
  return decidedIn(strictest(sum.decision, out.decision) === sum.decision ? sum : out)
}

function decidedIn({ decision, reason }: Decided): Decided {
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
  }
}

type Adding = Pick<HookOut<'session.start'>, 'inject'>

function withItems<T extends Adding>(sum: T, out: T, rest: T): T {
  const inject = [...(sum.inject ?? []), ...(out.inject ?? [])]
  return inject.length === 0 ? rest : { ...rest, inject }
}
