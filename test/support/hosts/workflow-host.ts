import { resolve } from 'node:path'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { App, ShellPort } from '../../../src/main/app-port.ts'
import { openHeadless } from '../../../src/main/headless.ts'
import type { BuiltSandbox } from '../disk/script-sandbox.ts'
import { NO_INDEX } from '../rigs/knowledge/no-index.ts'

export const CALLER = { windowId: 1 }

/** The whole app without windows, and ways to wait for what it does. */
export type WorkflowHost = {
  /** Everything a window was told, oldest first. */
  readonly heard: readonly WindowMessage[]
  readonly app: App
  readonly handlers: App['handlers']
  readonly project: () => Promise<ProjectId>
  readonly until: (question: () => boolean | Promise<boolean>) => Promise<void>
  readonly get: (id: WorkflowRunId) => Promise<WorkflowRunDetail>
  readonly view: (id: WorkflowRunId) => Promise<WorkflowView | null>
  readonly launch: (script: string, launcher?: SessionId) => Promise<WorkflowRunListing>
}

type Where = {
  readonly home: string
  readonly folder: string
  readonly sandbox: BuiltSandbox
  /** Parts of a desktop that do something after all. */
  readonly shell?: Partial<ShellPort>
  readonly practicePauseMs?: number | undefined
}

/** Starts the app on a home, with one folder as its project. */
export async function openWorkflowHost({
  home,
  folder,
  sandbox,
  shell = {},
  practicePauseMs,
}: Where): Promise<WorkflowHost> {
  const heard: WindowMessage[] = []
  let wake = () => {}
  const send = (_window: number, message: WindowMessage) => {
    heard.push(message)
    wake()
  }
  const files = {
    scriptWorker: sandbox.worker,
    indexWorker: NO_INDEX,
    walWorker: NO_INDEX,
    homeWorker: NO_INDEX,
    pageReader: NO_INDEX,
    workflows: resolve('resources/workflows'),
  }
  const app: App = await openHeadless({ home, send, files, shell, practicePauseMs })
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const host: WorkflowHost = {
    heard,
    app,
    handlers,
    project: async (): Promise<ProjectId> => {
      const known = await handlers['project.list']({}, CALLER)
      return known[0]?.id ?? (await handlers['project.add']({ path: folder }, CALLER)).id
    },
    /** Resolves when the app has said something after which the question holds. */
    until: async (question: () => boolean | Promise<boolean>): Promise<void> => {
      for (;;) {
        const before = heard.length
        if (await question()) return
        // What was said while the question was asked must not be waited for.
        if (heard.length > before) continue
        await new Promise<void>((done) => {
          wake = done
        })
      }
    },
    get: async (id: WorkflowRunId): Promise<WorkflowRunDetail> =>
      handlers['workflow.get']({ workflowRunId: id }, CALLER),
    view: async (id: WorkflowRunId): Promise<WorkflowView | null> => {
      const { sessionId } = await host.get(id)
      return (await handlers['session.attach']({ sessionId, tail: 1 }, CALLER)).folds.workflow
    },
    launch: async (script, launcher) =>
      handlers['workflow.launch'](
        {
          projectId: await host.project(),
          launcherSessionId: launcher ?? null,
          source: { from: 'script', script },
          args: null,
          concurrency: 3,
          budget: null,
        },
        CALLER,
      ),
  }
  return host
}

/** Resolves when a run is at rest. */
export const over = (host: WorkflowHost, id: WorkflowRunId) =>
  host.until(async () => (await host.get(id)).state !== 'running')

/** A small script around a body. */
export const script = (body: string) =>
  `export const meta = { name: 'try-it', description: 'Tries it.', phases: [{ title: 'Look' }] }\n${body}`

/** A prompt that makes the Practice model run a command, as source text. */
export const practice = (command: string) => JSON.stringify(`\`\`\`practice\n${command}\n\`\`\``)
