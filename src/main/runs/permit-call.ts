import { parseJson } from '#shared/parse-json.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import type { Interaction } from '#shared/session/interaction.ts'
import type { RefusedBy } from '#shared/session/message.ts'
import type { OpenedCall, ToolPlan } from '../tools/tool.ts'
import { type Asked, bounded, type ToolCallDeps } from './calling.ts'
import { beforeCall, type CallSaid } from './hooked-call.ts'
import type { RunHandle } from './run-handle.ts'

/** Why a call may not act: in words for the model, and who or what says so; null where its own words are at fault. */
type Refusal = { readonly words: string; readonly by: RefusedBy | null }

/**
 * `refusal` is null when the call may go on. `fresh` as in `OpenedCall`; `opened` is
 * the call that was allowed, which can be in other words than the model's.
 */
export type Permit = {
  readonly refusal: Refusal | null
  readonly fresh: ToolPlan | null
  readonly opened: OpenedCall
  /** What a hook put in the place of the model's arguments; missing when nothing was changed. */
  readonly changed?: unknown
}

/** What the rules say of a call, and what it would do. */
async function judged(deps: ToolCallDeps, run: RunHandle, { tool, opened, context, limit }: Asked) {
  const plan = await bounded(deps, limit, (signal) => opened.plan(context, signal))
  return { plan, ...deps.judge(run.sessionId, tool.name, plan.acts) }
}

/** Whether a call may act. Rules first, then hooks: a hook can make a decision stricter and never milder. */
export async function permit(deps: ToolCallDeps, run: RunHandle, first: Asked): Promise<Permit> {
  const ruled = await judged(deps, run, first)
  const refused = (by: RefusedBy, words: string): Permit => refusedWith(first.opened, { words, by })
  if (ruled.verdict === 'deny') return refused(ruled.by ?? 'rule', ruled.reason)
  const said = await first.limit.whilePaused(() => beforeCall(deps.hooks, run, first.call))
  if (said.decision === 'deny') return refused('hook', refusedByHook(said))
  if (!('args' in said)) return decide(deps, run, first, { ...ruled, said })
  const other = first.tool.open(said.args)
  if (!other.ok)
    return refused('hook', `A hook changed the arguments of this call, and then: ${other.problem}`)
  const asked = { ...first, opened: other.call, call: { ...first.call, args: said.args } }
  const again = await judged(deps, run, asked)
  if (again.verdict === 'deny') return refused(again.by ?? 'rule', again.reason)
  return { ...(await decide(deps, run, asked, { ...again, said })), changed: said.args }
}

/** Lets a call act that the rules let act by themselves; null when there is more to find out first. */
export async function permitOutright(
  deps: ToolCallDeps,
  run: RunHandle,
  asked: Asked,
): Promise<Permit | null> {
  const { verdict, plan } = await judged(deps, run, asked)
  return verdict === 'allow' ? { refusal: null, fresh: plan, opened: asked.opened } : null
}

function refusedWith(opened: OpenedCall, refusal: Refusal): Permit {
  return { refusal, fresh: null, opened }
}

function refusedByHook({ reason }: CallSaid): string {
  return `A hook does not allow this call${reason === '' ? '.' : `: ${reason}`}`
}

type Ruled = { readonly plan: ToolPlan; readonly verdict: Permission; readonly said: CallSaid }

async function decide(
  deps: ToolCallDeps,
  run: RunHandle,
  asked: Asked,
  { plan, verdict, said }: Ruled,
): Promise<Permit> {
  const { opened, call, prior, limit } = asked
  if (verdict === 'allow' && said.decision === 'allow') return { refusal: null, fresh: plan, opened }
  const ask = () => deps.approvals.request(run, askFor(asked, plan, run, said), run.signal)
  const resolution = prior?.permission ?? (await limit.whilePaused(ask))
  if (resolution.outcome === 'approved') return amended(deps, run, asked, resolution.value)
  const why = resolution.value?.trim() ?? ''
  const no = why === '' ? 'The person did not allow this call.' : `The person did not allow this call: ${why}`
  const words = `${no} Do not try ${call.name} with the same arguments again; ask, or find another way.`
  return refusedWith(opened, { words, by: 'person' })
}

/** The person may have changed the words of the call. They are checked and judged like the model's. */
async function amended(
  deps: ToolCallDeps,
  run: RunHandle,
  { tool, opened, context, limit }: Asked,
  words: string | undefined,
): Promise<Permit> {
  if (tool.amendable !== true || words === undefined) return { refusal: null, fresh: null, opened }
  const other = tool.open(jsonOf(words))
  if (!other.ok) return refusedWith(opened, { words: other.problem, by: null })
  const plan = await bounded(deps, limit, (signal) => other.call.plan(context, signal))
  const { verdict, reason, by = 'rule' } = deps.judge(run.sessionId, tool.name, plan.acts)
  if (verdict === 'deny') return refusedWith(other.call, { words: reason, by })
  return { refusal: null, fresh: null, opened: other.call }
}

function jsonOf(words: string): unknown {
  try {
    return parseJson(words)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function askFor(
  asked: Asked,
  plan: ToolPlan,
  run: RunHandle,
  { decision, reason }: CallSaid,
): Omit<Interaction, 'requestId'> {
  const { call, tool, context } = asked
  const proposedRules = plan.acts.flatMap((act): PermissionRule[] =>
    act.proposedRule === null ? [] : [act.proposedRule],
  )
  return {
    what: 'permission',
    prompt: tool.title,
    callId: call.callId,
    tool: tool.name,
    args: call.args,
    agentId: run.record().agentId,
    cwd: context.root,
    proposedRules,
    preview: plan.preview,
    ...(decision === 'ask' && reason !== '' ? { why: reason } : {}),
  }
}
