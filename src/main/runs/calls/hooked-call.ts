import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Permission } from '#shared/permission/rule.ts'
import type { Message, ToolCallPart } from '#shared/session/message.ts'
import { strictest } from '../../hooks/join-answers.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { HooksOfRun } from '../run/run-hooks.ts'

/** The hooks' verdict on a call that the rules would not deny. */
export type CallSaid = {
  readonly decision: Permission
  /** Worded for the reader: the model after a denial, the person in a request. */
  readonly reason: string
  /** Other arguments than the model's; missing when they are left as they are. */
  readonly args?: unknown
}

const NOTHING_AGAINST: CallSaid = { decision: 'allow', reason: '' }

/** Asks hooks about a call before it acts. */
export async function beforeCall(hooks: HooksOfRun, run: RunHandle, call: ToolCallPart): Promise<CallSaid> {
  if (!hooks.has('tool.before')) return NOTHING_AGAINST
  const { callId, name, args } = call
  const input = { callId, name, args, agentId: run.record().agentId }
  const { input: seen, out } = await hooks.ask('tool.before', input, run.signal)
  const said = { decision: strictest(out.decision ?? 'allow', 'allow'), reason: out.reason ?? '' }
  return seen.args === args ? said : { ...said, args: seen.args }
}

/** Shows hooks what a call answered. They may put other words in its place; whose answer it is they cannot change. */
export async function afterCall(
  hooks: HooksOfRun,
  run: RunHandle,
  answer: NewDurableEvent,
): Promise<NewDurableEvent> {
  if (!hooks.has('tool.after') || answer.kind !== 'message') return answer
  const { message } = answer.payload
  const { tool } = message
  if (tool === undefined) return answer
  const asked = { callId: tool.callId, name: tool.name, result: message }
  const { input, out } = await hooks.ask('tool.after', asked, run.signal)
  hooks.add('tool.after', out.inject)
  if (input.result === message) return answer
  const result: Message = {
    ...message,
    parts: input.result.parts.filter(({ t }) => t === 'text' || t === 'file'),
    tool: { ...tool, isError: input.result.tool?.isError ?? tool.isError },
  }
  return { ...answer, payload: { ...answer.payload, message: result } }
}
