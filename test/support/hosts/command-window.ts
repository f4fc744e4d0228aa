import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { CallName } from '#shared/ipc/contract.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Api } from '../../../src/renderer/api.ts'
import { createData } from '../../../src/renderer/data/data.ts'
import type { CommandResult } from '../../../src/renderer/features/chat/commands/run-chat-command.ts'
import type { ComposerTarget } from '../../../src/renderer/features/chat/composer/composer-target.ts'
import { commanded, deliver } from '../../../src/renderer/features/chat/composer/deliver.ts'
import type { Locale } from '../../../src/renderer/messages/catalogues.ts'
import { problemWords } from '../../../src/renderer/messages/problem-words.ts'
import { textIn } from '../../../src/renderer/messages/TextProvider.tsx'
import { createAppStore } from '../../../src/renderer/store/app-store.ts'
import { createSessionStore } from '../../../src/renderer/store/session-store.ts'
import { createWorkflowRunsStore } from '../../../src/renderer/store/workflows/workflow-runs-store.ts'
import { CALLER, type WorkflowHost } from './workflow-host.ts'

export type CommandWindow = Awaited<ReturnType<typeof openCommandWindow>>

/** The stores of a window over a real main, with a message box to type commands into. */
export async function openCommandWindow(host: WorkflowHost, locale: Locale) {
  const calls: string[] = []
  const api: Api = {
    call: async (name, request) => {
      calls.push(name)
      const handler = host.handlers[name as CallName] as (request: unknown, caller: typeof CALLER) => unknown
      return (await handler(request, CALLER)) as never
    },
    onEvent: () => () => {},
  }
  const { data } = createData(api)
  const t = textIn(locale)
  const failed = (error: unknown) => {
    throw error
  }
  const app = createAppStore(api)
  const session = createSessionStore({ api, keepDraft: () => {}, report: failed, painted: async () => {} })
  const workflowRuns = createWorkflowRunsStore(api, { until: () => null, mark: () => {}, now: () => 0 })
  await app.start()
  const projectId = await host.project()
  await app.loadProjects()
  const updates: Promise<unknown>[] = []
  const targetOf = async (sessionId: SessionId | null): Promise<ComposerTarget> => {
    const record = sessionId === null ? null : (await attached(host, sessionId)).folds
    const meta = record?.session?.meta ?? null
    const running = Object.values(record?.runs ?? {}).find(({ status }) => !isTerminal(status))
    const update = (changes: object) => {
      if (sessionId !== null) updates.push(api.call('session.update', { sessionId, changes }))
    }
    return {
      key: sessionId ?? projectId,
      sessionId,
      projectId,
      agentId: null,
      chosenModel: null,
      isTended: false,
      model: meta?.model ?? 'orrery/practice',
      mode: meta?.permissionMode ?? 'ask',
      effort: null,
      runId: running?.runId ?? null,
      setModel: (model) => update({ model }),
      setAgent: () => {},
      setMode: (permissionMode) => update({ permissionMode }),
      setEffort: async (effort) => update({ effort }),
      folders: meta?.folders ?? [],
      addFolder: (path) =>
        sessionId === null
          ? api.call('folder.check', { projectId, folders: [], path })
          : api.call('folder.add', { sessionId, path }),
      removeFolder: (path) => {
        if (sessionId !== null) updates.push(api.call('folder.remove', { sessionId, path }))
      },
    }
  }
  return {
    host,
    api,
    app,
    session,
    workflowRuns,
    calls,
    projectId,
    t,
    /** Types a text and presses Enter. Returns the answer, or the words of the refusal. */
    type: async (text: string, sessionId: SessionId | null = null): Promise<Typed> => {
      const target = await targetOf(sessionId)
      const chat = { api: data, app, session, workflowRuns }
      calls.length = 0
      let result: CommandResult | null = null
      const show = (answer: CommandResult) => {
        result = answer
      }
      try {
        const act = target.runId === null ? 'send' : 'steer'
        await (commanded(chat, target, text, { t, show }) ?? deliver(chat, target, { text, files: [] }, act))
        await Promise.all(updates.splice(0))
        return { result, refusal: null }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { result: null, refusal: problemWords(locale, error.toData()) }
      }
    },
    /** Creates a chat with a first message and waits until it is idle. */
    chat: async (text = 'say Hello'): Promise<SessionId> => {
      const target = {
        to: 'project' as const,
        projectId,
        model: 'orrery/practice',
        permissionMode: 'ask' as const,
      }
      const { sessionId } = await host.handlers['session.send']({ target, text, images: [] }, CALLER)
      await settled(host, sessionId)
      await session.open(sessionId)
      return sessionId
    },
    /** Sends a message and waits for the answer. */
    say: async (sessionId: SessionId, text: string): Promise<void> => {
      await host.handlers['session.send']({ target: { to: 'session', sessionId }, text, images: [] }, CALLER)
      await settled(host, sessionId)
    },
    folds: async (sessionId: SessionId) => (await attached(host, sessionId)).folds,
    /** The texts of the person in a chat. */
    said: async (sessionId: SessionId): Promise<readonly string[]> =>
      (await attached(host, sessionId)).path.flatMap((event) =>
        event.kind === 'message' && event.payload.message.role === 'user'
          ? event.payload.message.parts.flatMap((part) => (part.t === 'text' ? [part.text] : []))
          : [],
      ),
  }
}

type Typed = { readonly result: CommandResult | null; readonly refusal: string | null }

const attached = (host: WorkflowHost, sessionId: SessionId) =>
  host.handlers['session.attach']({ sessionId, tail: 40 }, CALLER)

/** Waits until no run of a chat is active. */
const settled = (host: WorkflowHost, sessionId: SessionId) =>
  host.until(async () =>
    Object.values((await attached(host, sessionId)).folds.runs).every(({ status }) => isTerminal(status)),
  )

/** The id of a chat that a list of a project names by its title. */
export const chatsOf = async (host: WorkflowHost, projectId: ProjectId) =>
  (await host.handlers['session.list']({ projectId, limit: 50 }, CALLER)).sessions
