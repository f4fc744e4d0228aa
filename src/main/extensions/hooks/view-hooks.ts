import type { AgentId, CallId, SessionId } from '#shared/ids.ts'
import type { Permission } from '#shared/permission/rule.ts'
import type { Message } from '#shared/session/message.ts'
import type { RunHooks } from '../../hooks/hooks.ts'
import { strictest } from '../../hooks/join-answers.ts'

type ViewCall = { readonly sessionId: SessionId; readonly callId: CallId; readonly name: string }

type Said = { readonly decision: Permission; readonly reason: string; readonly args: unknown }

type Deps = {
  readonly hooksAt: (sessionId: SessionId) => Promise<RunHooks>
  readonly agentOf: (sessionId: SessionId) => AgentId
}

/**
 * Creates the hooks around calls of views. They decide as around calls of an agent: never more freely than the rules.
 * What they add to a conversation is left out, because no run hears it.
 */
export function createViewHooks({ hooksAt, agentOf }: Deps) {
  return {
    before: async (
      { sessionId, callId, name }: ViewCall,
      args: unknown,
      signal: AbortSignal,
    ): Promise<Said> => {
      const hooks = await hooksAt(sessionId)
      if (!hooks.has('tool.before')) return { decision: 'allow', reason: '', args }
      const asked = { callId, name, args, agentId: agentOf(sessionId) }
      const { input, out } = await hooks.ask('tool.before', asked, signal)
      const decision = strictest(out.decision ?? 'allow', 'allow')
      return { decision, reason: out.reason ?? '', args: input.args }
    },
    after: async (
      { sessionId, callId, name }: ViewCall,
      value: unknown,
      signal: AbortSignal,
    ): Promise<unknown> => {
      const hooks = await hooksAt(sessionId)
      if (!hooks.has('tool.after')) return value
      const isError = Object(value).isError === true
      const result: Message = {
        role: 'tool',
        parts: [{ t: 'text', text: JSON.stringify(value) ?? 'null' }],
        tool: { callId, name, isError, durationMs: 0 },
      }
      const { input } = await hooks.ask('tool.after', { callId, name, result }, signal)
      if (input.result === result) return value
      const texts = input.result.parts.flatMap((part) => (part.t === 'text' ? [part.text] : []))
      const content = [{ type: 'text', text: texts.join('\n') }]
      return { content, isError: input.result.tool?.isError ?? isError }
    },
  }
}
