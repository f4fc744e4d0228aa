import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { McpAppCall, StoredApp } from '#shared/mcp/app.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat, useSession } from '../chat-context.ts'
import type { Answer } from './app-bridge.ts'

/** A question of a view to the person. */
export type AppAsk = (
  | { readonly kind: 'link'; readonly url: string; readonly host: string }
  | { readonly kind: 'call'; readonly tool: string; readonly args: string }
) & { readonly answer: (isAllowed: boolean) => void }

type Wanted = {
  readonly app: StoredApp
  readonly projectId: ProjectId | null
  readonly sessionId: SessionId | null
  /** Shows a question. */
  readonly ask: (ask: AppAsk) => void
}

/** Returns the acts of the window that a view can ask for. Each needs the person, or a rule of the chat. */
export function useAppHost({ app, projectId, sessionId, ask }: Wanted) {
  const t = useText()
  const { api, app: state, drafts, toast } = useChat()
  // An agent's own log has no message box, and no rules of its own.
  const isChat = useSession(({ folds }) => folds.session !== null && folds.session.kind !== 'child')
  const refused = (why: string): Answer => ({ ok: false, why })
  const answerOf = (call: McpAppCall): Answer =>
    call.state === 'done'
      ? { ok: true, result: JSON.parse(call.result) as unknown }
      : refused(call.state === 'refused' ? call.reason : 'The person decides about this call.')
  return {
    openLink: (url: URL): Promise<boolean> =>
      new Promise((resolve) => {
        const answer = (isAllowed: boolean) => {
          if (isAllowed) state.attempt(api.command('app.openLink', { url: url.href }))
          resolve(isAllowed)
        }
        ask({ kind: 'link', url: url.href, host: url.host, answer })
      }),
    draft: (text: string): Answer => {
      if (sessionId === null || !isChat || toast === null) return refused('There is no message box here.')
      const before = drafts.of(sessionId).text
      drafts.setText(sessionId, before === '' ? text : `${before}\n${text}`)
      toast?.({ mark: 'done', text: t('mcpapp.drafted'), seconds: 8 })
      return { ok: true, result: {} }
    },
    callTool: async (tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer> => {
      if (sessionId === null || !isChat) return refused('Tools are called from a chat.')
      const first = await api.command('mcp.callForApp', { projectId, key: app.key, sessionId, tool, args })
      if (first.state !== 'asks') return answerOf(first)
      const isAllowed = await new Promise<boolean>((answer) =>
        ask({ kind: 'call', tool: first.tool, args: first.args, answer }),
      )
      return answerOf(await api.command('mcp.answerForApp', { ask: first.ask, allow: isAllowed }))
    },
  }
}
