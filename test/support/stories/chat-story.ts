import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { AttachReply } from '#shared/events/delivery.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { App } from '../../../src/main/app-port.ts'
import { openHeadless } from '../../../src/main/headless.ts'
import { createModelServer, type ModelServer, type ModelServerOptions } from '../models/model-server.ts'

const CALLER = { windowId: 1 }

/** What a request for an answer says, as far as tests look at it. */
export type AskedBody = {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/** The app without windows, as one start of it. */
export type Chats = Awaited<ReturnType<typeof openChats>>

/** A home, a project and a model server for each test, in which the app can be started, left to die and started again. */
export function tellChats(options: ModelServerOptions = {}) {
  let folder = ''
  let server: ModelServer | null = null
  let opened: App[] = []
  let copies = 0

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'orrery chats 对话 ')))
    server = await createModelServer(options)
    await mkdir(join(folder, 'home'), { recursive: true })
    await mkdir(join(folder, 'project'), { recursive: true })
  })
  afterEach(async () => {
    await server?.close()
    for (const app of opened) await app.close()
    opened = []
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const here = (): ModelServer => {
    if (server === null) throw new Error('The test has not begun.')
    return server
  }
  const open = async (home: string, more: More = {}): Promise<Chats> => {
    const chats = await openChats(home, join(folder, 'project'), more)
    opened.push(chats.app)
    return chats
  }
  return {
    server: here,
    home: () => join(folder, 'home'),
    file: (name: string) => join(folder, 'project', name),
    /** Starts the app with these settings. */
    start: async (config: string, more: More = {}): Promise<Chats> => {
      await writeFile(join(folder, 'home', 'config.toml'), config)
      return open(join(folder, 'home'), more)
    },
    /** Closes the app before its test is over. */
    end: async ({ app }: Chats): Promise<void> => {
      opened = opened.filter((each) => each !== app)
      await app.close()
    },
    /** The bodies of the requests so far that asked for an answer, oldest first. */
    asked: (): AskedBody[] =>
      here()
        .requests.filter(({ path }) => path.endsWith('completions'))
        .map(({ body }) => body as AskedBody),
    /** Starts the app as it would find everything if the power went at this moment. */
    afterCrash: async (change: (home: string) => Promise<void> | void = () => {}): Promise<Chats> => {
      copies += 1
      const home = join(folder, `home after crash ${copies}`)
      await cp(join(folder, 'home'), home, { recursive: true })
      await change(home)
      return open(home)
    },
  }
}

/** What a test may hear and hold up. */
type More = Partial<Pick<Parameters<typeof openHeadless>[0], 'send' | 'logSync' | 'shell'>>

async function openChats(home: string, projectFolder: string, more: More) {
  const app = await openHeadless({ home, send: () => {}, ...more })
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const known = await handlers['project.list']({}, CALLER)
  const project = known[0] ?? (await handlers['project.add']({ path: projectFolder }, CALLER))
  const target = {
    to: 'project' as const,
    projectId: project.id,
    model: 'test/scripted',
    permissionMode: 'bypass' as const,
  }
  const sendTo = (sessionId: SessionId, text: string) =>
    handlers['session.send']({ target: { to: 'session', sessionId }, text, images: [] }, CALLER)
  const look = async (sessionId: SessionId): Promise<AttachReply> =>
    handlers['session.attach']({ sessionId, tail: 200 }, CALLER)
  return {
    app,
    handlers,
    caller: CALLER,
    projectId: project.id,
    look,
    /** Says something in a new chat and does not wait for the answer. */
    ask: async (text: string): Promise<SessionId> => {
      const { sessionId } = await handlers['session.send']({ target, text, images: [] }, CALLER)
      await look(sessionId)
      return sessionId
    },
    /** Says something in a new chat, or in one, and waits until nothing goes on. */
    say: async (text: string, sessionId?: SessionId): Promise<SessionId> => {
      const at =
        sessionId === undefined
          ? (await handlers['session.send']({ target, text, images: [] }, CALLER)).sessionId
          : (await sendTo(sessionId, text)).sessionId
      await app.idle()
      return at
    },
    runs: async (sessionId: SessionId): Promise<RunRecord[]> =>
      Object.values<RunRecord>((await look(sessionId)).folds.runs),
    unfinished: async (sessionId: SessionId): Promise<number> =>
      Object.values<RunRecord>((await look(sessionId)).folds.runs).filter((run) => !isTerminal(run.status))
        .length,
  }
}

/** The messages of a branch, each as one line. */
export function linesOf(path: readonly DurableEvent[]): string[] {
  return path.flatMap((event) => {
    if (event.kind === 'message') return [`${event.payload.message.role}: ${textOf(event.payload.message)}`]
    if (event.kind === 'harness.item') return [`${event.payload.kind}: ${event.payload.content}`]
    return [event.kind]
  })
}

/** A line without what an agent's answer ends with: its id, which differs from run to run, and its turns. */
export function withoutAgentId(line: string): string {
  return line.replace(/\n\n\(agent ses_\w+, \d+ turns?; `resume` with this id continues it\)$/, '')
}

export function messagesOf(path: readonly DurableEvent[]): Message[] {
  return path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
}
