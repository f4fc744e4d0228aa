import type { CacheLedger } from '#shared/context/cache-ledger.ts'
import type { InstructionsRefreshed, InstructionsView } from '#shared/context/instructions-view.ts'
import type { PolicyInForce } from '#shared/context/policy-in-force.ts'
import type { RequestReport, RequestTaken, RequestWhen } from '#shared/context/report.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { CONTEXT_CALLS } from '#shared/ipc/calls/context-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ShellPort } from '../app-port.ts'
import { chatPolicyOf } from '../config/edit-chat-policy.ts'
import { longChatsOf } from '../config/edit-context.ts'
import type { Config } from '../config/load-config.ts'
import type { SessionNotes } from '../runs/chats/session-notes.ts'
import type { Sessions } from '../runs/chats/sessions.ts'

type Rooms = {
  readonly shell: Pick<ShellPort, 'pickSaveFile' | 'writeClipboard'>
  readonly sessions: Pick<Sessions, 'get'>
  readonly reports: {
    readonly report: (sessionId: SessionId, when: RequestWhen) => Promise<RequestReport | null>
    readonly cache: (sessionId: SessionId) => CacheLedger
    readonly policy: (sessionId: SessionId) => Promise<PolicyInForce | null>
  }
  readonly instructions: {
    readonly view: (sessionId: SessionId) => Promise<InstructionsView>
    readonly refresh: (sessionId: SessionId) => Promise<InstructionsRefreshed>
    readonly restore: (sessionId: SessionId, eventId: EventId) => void
  }
  readonly notes: Pick<SessionNotes, 'set'>
  /** Makes the values of the vault known to who refuses them. */
  readonly acquaint: (signal: AbortSignal) => Promise<void>
  readonly config: Pick<Config, 'current' | 'setLongChats' | 'setChatPolicy'> & {
    /** The settings of the person's file alone. */
    readonly own: Config['current']
  }
  readonly copies: {
    /** The request as text, without secrets. */
    readonly of: (
      sessionId: SessionId,
      when: RequestWhen,
      signal: AbortSignal,
    ) => Promise<RequestTaken & { readonly text: string }>
    /** Writes the file whole or not at all, and answers with its name. */
    readonly write: (path: string, text: string) => Promise<string>
  }
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** A keychain may ask the person before it shows what is to be hidden. */
const LIMIT_MS = 150_000

/** Creates the handlers for model input. Requests are copied and saved without secrets. */
export function createContextHandlers(rooms: Rooms): Pick<Handlers, keyof typeof CONTEXT_CALLS> {
  const { shell, sessions, reports, copies, instructions, config } = rooms
  const soon = () => AbortSignal.any([rooms.signal, AbortSignal.timeout(LIMIT_MS)])
  return {
    'context.report': ({ sessionId, when }) => reports.report(sessions.get(sessionId).id, when),
    'context.policy': ({ sessionId }) => reports.policy(sessions.get(sessionId).id),
    'context.cache': ({ sessionId }) => reports.cache(sessions.get(sessionId).id),
    'context.copyRequest': async ({ sessionId, when }) => {
      const { text, ...taken } = await copies.of(sessions.get(sessionId).id, when, soon())
      await shell.writeClipboard(text)
      return taken
    },
    'context.saveRequest': async ({ sessionId, when }, { windowId }) => {
      const { text, ...taken } = await copies.of(sessions.get(sessionId).id, when, soon())
      const path = await shell.pickSaveFile(windowId, 'request.json')
      if (path === null) return null
      return { ...taken, fileName: await copies.write(path, text) }
    },
    'instructions.view': ({ sessionId }) => instructions.view(sessions.get(sessionId).id),
    'instructions.refresh': ({ sessionId }) => instructions.refresh(sessions.get(sessionId).id),
    'instructions.restore': ({ sessionId, eventId }) => {
      instructions.restore(sessions.get(sessionId).id, eventId)
      return null
    },
    'context.longChats': () => longChatsOf(config.current()),
    'context.setLongChats': async (chats) => {
      await config.setLongChats(chats)
      return longChatsOf(config.current())
    },
    'context.chatPolicy': () => chatPolicyOf(config.own()),
    'context.setChatPolicy': async (policy) => {
      await config.setChatPolicy(policy)
      return chatPolicyOf(config.own())
    },
    'note.set': async ({ sessionId, key, content }) => {
      await rooms.acquaint(soon())
      rooms.notes.set(sessions.get(sessionId).id, { key, content })
      return null
    },
  }
}
