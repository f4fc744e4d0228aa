import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serialize } from 'node:v8'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunRecord, RunStatus } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { ProgramFiles } from '../src/main/app-port.ts'
import { openHeadless } from '../src/main/headless.ts'

/** A thread or process of the app as it is built beside the benches. */
const built = (name: string) => pathToFileURL(resolve('out/headless', `${name}.process.js`))

/** What the app starts of its own, as it is built for the benches. */
export const benchFiles: ProgramFiles = {
  scriptWorker: built('script-worker'),
  indexWorker: built('index-worker'),
  walWorker: built('wal-worker'),
  homeWorker: built('home-worker'),
  pageReader: built('page-reader'),
  workflows: resolve('resources/workflows'),
}
const WINDOW = { windowId: 1 }
const MODEL = 'bench/scripted'

/** The file the scripted model reads again and again. */
export const NOTES = 'notes.md'

type BenchAppOptions = {
  readonly maxParallel?: number
  /** The protocol of the model. */
  readonly api?: string
  /** The most turns of a run. */
  readonly maxTurns?: number
}

/** The whole app with one project, one model and one window that draws at once. */
export async function openBenchApp(
  folder: string,
  baseUrl: string,
  { maxParallel = 16, api = 'openai-completions', maxTurns = 200 }: BenchAppOptions = {},
) {
  const home = join(folder, 'home')
  const projectPath = join(folder, 'project')
  await mkdir(home, { recursive: true })
  await mkdir(projectPath, { recursive: true })
  await writeFile(join(home, 'config.toml'), configFor(baseUrl, { maxParallel, api, maxTurns }))
  await writeFile(join(projectPath, NOTES), 'A line of the notes that an agent reads.\n'.repeat(30))

  const hearers = new Set<(message: WindowMessage) => void>()
  const app = await openHeadless({
    home,
    files: benchFiles,
    send: (_windowId, message) => {
      // What the way to another process costs this one.
      serialize(message)
      for (const hear of hearers) hear(message)
    },
  })
  const { handlers } = app
  app.windowOpened(WINDOW.windowId)
  const [known] = await handlers['project.list']({}, WINDOW)
  const project = known ?? (await handlers['project.add']({ path: projectPath }, WINDOW))

  /** Draws a session until its run has ended, and answers how that was. */
  const watch = (sessionId: SessionId): Promise<RunStatus> =>
    new Promise((resolve) => {
      const done = (status: RunStatus | undefined) => {
        if (status === undefined || !isTerminal(status)) return
        hearers.delete(hear)
        resolve(status)
      }
      const hear = (message: WindowMessage) => {
        if (message.t !== 'events' || message.sessionId !== sessionId) return
        const seq = message.events.at(-1)?.seq ?? 0
        void handlers['session.ack']({ sessionId, seq }, WINDOW)
        for (const event of message.events) if (event.kind === 'run.status') done(event.payload.to)
      }
      hearers.add(hear)
      void Promise.resolve(handlers['session.attach']({ sessionId, tail: 60 }, WINDOW)).then(({ folds }) => {
        for (const run of Object.values<RunRecord>(folds.runs)) done(run.status)
      })
    })

  /** Resolves when the window has received a message that `isIt` accepts. */
  const hear = (isIt: (message: WindowMessage) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const listener = (message: WindowMessage) => {
        if (!isIt(message)) return
        hearers.delete(listener)
        resolve()
      }
      hearers.add(listener)
    })

  /** Says something in a new chat. */
  const begin = async (text: string, permissionMode: PermissionMode = 'ask') => {
    const target = { to: 'project' as const, projectId: project.id, model: MODEL, permissionMode }
    return await handlers['session.send']({ target, text, images: [] }, WINDOW)
  }

  return {
    /** Says something in a new chat and waits for the end of the run. */
    say: async (text: string): Promise<void> => {
      const { sessionId } = await begin(text)
      const status = await watch(sessionId)
      await handlers['session.detach']({ sessionId }, WINDOW)
      if (status !== 'completed') throw new Error(`The run ended as ${status}.`)
    },
    begin,
    /** Opens a chat in the window, as a click in the list does. */
    open: async (sessionId: SessionId): Promise<void> => {
      await handlers['session.attach']({ sessionId, tail: 60 }, WINDOW)
    },
    /** Says something in a chat and waits for the end of the run. */
    sendTo: async (sessionId: SessionId, text: string): Promise<void> => {
      const answered = hear((message) => message.t === 'events' && endsRun(message, sessionId))
      const target = { to: 'session' as const, sessionId }
      await handlers['session.send']({ target, text, images: [] }, WINDOW)
      await answered
    },
    hear,
    /** Calls `hearer` with each message to the window until the returned function is called. */
    listen: (hearer: (message: WindowMessage) => void): (() => void) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    /** The lines about the newest agents of all chats. */
    agents: async () => await handlers['agent.runs']({ projectId: null, limit: 500 }, WINDOW),
    /** The run that goes on in a chat. */
    runOf: async (sessionId: SessionId): Promise<RunId> => {
      const { folds } = await handlers['session.attach']({ sessionId, tail: 1 }, WINDOW)
      const run = Object.values<RunRecord>(folds.runs).at(-1)
      if (run === undefined) throw new Error('Nothing runs in this chat.')
      return run.runId
    },
    stop: async (sessionId: SessionId, runId: RunId): Promise<void> => {
      await handlers['run.stop']({ sessionId, runId }, WINDOW)
    },
    /** Calls of the one window. */
    handlers,
    window: WINDOW,
    home,
    project,
    projectPath,
    close: app.close,
  }
}

type EventsMessage = Extract<WindowMessage, { t: 'events' }>

function endsRun({ sessionId, events }: EventsMessage, of: SessionId): boolean {
  return (
    sessionId === of && events.some((event) => event.kind === 'run.status' && isTerminal(event.payload.to))
  )
}

function configFor(baseUrl: string, { maxParallel, api, maxTurns }: Required<BenchAppOptions>): string {
  return `
[runs]
maxTurns = ${maxTurns}
maxParallel = ${maxParallel}

[model]
type = "custom"
api = "${api}"
provider = "bench"
id = "scripted"
baseUrl = "${baseUrl}"
contextWindow = 1000000
maxTokens = 8000
reasoning = false
`
}
