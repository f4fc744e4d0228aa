import { wireProblem } from '../../context/branch/legality.ts'
import type { RunHooks } from '../../hooks/hooks.ts'
import type { ModelRequest } from '../../models/model.ts'

/** Whether hooks may change or deny requests, so that none can be sent early. */
export function seesRequests(hooks: Pick<RunHooks, 'has'>): boolean {
  return hooks.has('context.transform') || hooks.has('request.before')
}

/**
 * Lets hooks change the messages of a request and then say whether it may be sent. A list that no model would accept is
 * not used: the request goes out as it was, and the hook counts as failed.
 */
export async function throughHooks(
  hooks: RunHooks,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelRequest> {
  const { messages } = (await hooks.ask('context.transform', { messages: request.messages }, signal)).input
  const problem = messages === request.messages ? null : wireProblem(messages)
  if (problem !== null) hooks.refuse('context.transform', problem)
  const next = messages === request.messages || problem !== null ? request : { ...request, messages }
  const { model, system, tools } = next
  const input = { model: model.ref, system, messages: next.messages, tools: tools.map(({ name }) => name) }
  await hooks.ask('request.before', input, signal)
  return next
}
