import { parseJson } from '#shared/parse-json.ts'
import { ruleOfGuard } from '#shared/permission/guard.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import type { Difference, Interaction } from '#shared/session/interactions/interaction.ts'
import type { RefusedBy } from '#shared/session/message.ts'
import type { OpenedCall, ToolPlan } from '../../tools/tool.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { Resolution } from './approvals.ts'
import { type Asked, planned, type ToolCallDeps } from './calling.ts'
import { beforeCall, type CallSaid } from './hooked-call.ts'

/** Why a call may not act: in words for the model, and who or what says so; null where its own words are at fault. */
type Refusal = { readonly words: string; readonly by: RefusedBy | null }

/**
 * The result of permission checks. `refusal` is null for an allowed call. `fresh` as in `OpenedCall`;
 * `opened` is the allowed call, which hooks may have changed.
 */
export type Permit = {
  readonly refusal: Refusal | null
  readonly fresh: ToolPlan | null
  readonly opened: OpenedCall
  /** Arguments changed by a hook; missing for unchanged ones. */
  readonly changed?: unknown
}

/** Returns the rules' verdict and the plan of a call. Calls parsed from text may only read without asking. */
async function judged(deps: ToolCallDeps, run: RunHandle, asked: Asked) {
  const plan = await planned(deps, asked, asked.opened)
  const ruled = deps.judge(run.sessionId, asked.tool.name, plan.acts)
  const mustAsk = asked.call.written?.asText === true && !onlyReads(asked.tool, plan)
  return { plan, ...ruled, ...(mustAsk && ruled.verdict === 'allow' ? { verdict: 'ask' as const } : {}) }
}

function onlyReads(tool: Asked['tool'], { acts }: ToolPlan): boolean {
  return tool.access === 'read' && acts.every(({ access }) => access === 'read')
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

/** A request as far as it tells what was shown. */
type Shown = Pick<Interaction, 'preview' | 'seal'>
type Answered = Resolution & { readonly asked: Shown }

async function decide(
  deps: ToolCallDeps,
  run: RunHandle,
  asked: Asked,
  { plan, verdict, said }: Ruled,
): Promise<Permit> {
  const { opened, call, prior, limit } = asked
  if (verdict === 'allow' && said.decision === 'allow') return { refusal: null, fresh: plan, opened }
  const ask = async (shown: ToolPlan, differs: readonly Difference[]) => {
    const request = askFor(asked, { plan: shown, seal: sealOf(deps, shown), differs }, run, said)
    const resolution = await limit.whilePaused(() => deps.approvals.request(run, request, run.signal))
    return { ...resolution, asked: request }
  }
  let shown = plan
  let answer: Answered = prior?.permission ?? (await ask(plan, []))
  for (;;) {
    if (answer.outcome !== 'approved') return refusedByPerson(opened, call.name, answer)
    const other = await amended(deps, run, asked, answer.value)
    if (other !== null) return other
    // The disk may be another by now. Only what was shown may happen.
    const now = await judged(deps, run, asked)
    if (now.verdict === 'deny') return refusedWith(opened, { words: now.reason, by: now.by ?? 'rule' })
    if (sealOf(deps, now.plan) === answer.asked.seal) return { refusal: null, fresh: now.plan, opened }
    answer = await ask(now.plan, differences(answer.asked, shown, now.plan))
    shown = now.plan
  }
}

/** A fingerprint of all that a call would do. */
function sealOf({ hash }: ToolCallDeps, { acts, preview, place, seal }: ToolPlan): string {
  return hash(JSON.stringify([acts, lasting(preview), place ?? null, seal ?? null]))
}

/**
 * A preview without the details of a sandbox that differ from start to start: limits follow the free memory, and only
 * the person's settings and the app's own home change what is hidden.
 */
function lasting(preview: Interaction['preview']): unknown {
  if (preview?.kind !== 'command' || !preview.rules) return preview
  const { kind, writes, hosts, network } = preview.rules
  return { ...preview, rules: { kind, writes, hosts, network } }
}

/** Returns the differences between a call and its preview. After a restart only the preview is known. */
function differences(asked: Shown, before: ToolPlan, now: ToolPlan): Difference[] {
  // Earlier versions did not note what was shown whole.
  if (asked.seal === undefined) return []
  const reach = ({ acts, place }: ToolPlan) => [place ?? null, acts.map(({ outside }) => outside)]
  const found: Difference[] = []
  if (isOther(reach(before), reach(now))) found.push('place')
  if (isOther(lasting(asked.preview), lasting(now.preview)) || before.seal !== now.seal) found.push('content')
  return found.length > 0 ? found : ['acts']
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

function refusedByPerson(opened: OpenedCall, name: string, { value }: Resolution): Permit {
  const why = value?.trim() ?? ''
  const end = /[.!?。！？]$/.test(why) ? '' : '.'
  const no =
    why === '' ? 'The person did not allow this call.' : `The person did not allow this call: ${why}${end}`
  const words = `${no} Do not try ${name} with the same arguments again; ask, or find another way.`
  return refusedWith(opened, { words, by: 'person' })
}

/**
 * The call in the words of the person, who may have changed them; null where they did not. Their words are checked and
 * judged like the model's.
 */
async function amended(
  deps: ToolCallDeps,
  run: RunHandle,
  { tool, opened, context, limit }: Asked,
  words: string | undefined,
): Promise<Permit | null> {
  if (tool.amendable !== true || words === undefined) return null
  const other = tool.open(jsonOf(words))
  if (!other.ok) return refusedWith(opened, { words: other.problem, by: null })
  const plan = await planned(deps, { tool, context, limit }, other.call)
  const { verdict, reason, by = 'rule' } = deps.judge(run.sessionId, tool.name, plan.acts)
  if (verdict === 'deny') return refusedWith(other.call, { words: reason, by })
  return { refusal: null, fresh: plan, opened: other.call }
}

function jsonOf(words: string): unknown {
  try {
    return parseJson(words)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

type Showing = {
  readonly plan: ToolPlan
  readonly seal: string
  readonly differs: readonly Difference[]
}

function askFor(
  asked: Asked,
  { plan, seal, differs }: Showing,
  run: RunHandle,
  { decision, reason }: CallSaid,
): Omit<Interaction, 'requestId'> {
  const { call, tool, context } = asked
  const proposedRules = plan.acts.flatMap(({ proposedRule, guards: own = [] }): PermissionRule[] =>
    proposedRule === null ? [] : [proposedRule, ...own.flatMap((guard) => ruleOfGuard(guard) ?? [])],
  )
  const guards = plan.acts.flatMap((act) => act.guards ?? [])
  return {
    what: 'permission',
    prompt: tool.title,
    callId: call.callId,
    tool: tool.name,
    args: call.args,
    ...(call.written?.asText === true ? { asText: true as const } : {}),
    agentId: run.record().agentId,
    cwd: context.root,
    proposedRules,
    preview: plan.preview,
    seal,
    ...(guards.length === 0 ? {} : { guards }),
    ...(differs.length === 0 ? {} : { differs: [...differs] }),
    ...(plan.acts.some((act) => act.outside) ? { outside: true as const } : {}),
    ...(decision === 'ask' && reason !== '' ? { why: reason } : {}),
  }
}
