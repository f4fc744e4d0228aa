import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AttachReply, WindowMessage } from '#shared/events/delivery.ts'
import type { ModelRef, SessionId } from '#shared/ids.ts'
import { ModelRef as modelRef } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { ProgramFiles } from '../../../src/main/app-port.ts'
import { openHeadless } from '../../../src/main/headless.ts'
import { createModelServer, type ModelServer, type ModelServerOptions } from '../models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../models/model-table.ts'

export const CALLER = { windowId: 1 }
const MODEL: ModelRef = modelRef.parse('test/scripted')

/** What the app sent to the model server, as the server read it. */
export type SentRequest = {
  readonly messages: readonly {
    readonly role: string
    readonly content?: unknown
    readonly tool_call_id?: string
  }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export type AgentHost = Awaited<ReturnType<typeof openAgentHost>>

/**
 * A home and a project in a folder of their own, with a model server that the home's settings name. `files` are those of
 * a program that was built, where a test needs its threads.
 */
export async function openAgentHost(options: ModelServerOptions = {}, files: ProgramFiles | null = null) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery agents 中文 '))
  const server: ModelServer = await createModelServer(options)
  const put = async (file: string, text: string): Promise<void> => {
    const path = join(folder, file)
    await mkdir(resolve(path, '..'), { recursive: true })
    await writeFile(path, text)
  }
  await put('home/config.toml', config(server.baseUrl))
  await put('project/README.md', '# A project\n')
  const closes: (() => Promise<void>)[] = []
  return {
    folder,
    server,
    put,
    /** Adds lines to a file that is there. */
    add: (file: string, text: string): Promise<void> => appendFile(join(folder, file), text),
    /** The chat requests so far, oldest first. */
    sent: (): readonly SentRequest[] =>
      server.requests
        .filter(({ path }) => path.endsWith('completions'))
        .map(({ body }) => body as SentRequest),
    start: async () => {
      const started = await startApp(folder, files)
      closes.push(started.app.close)
      return started
    },
    close: async (): Promise<void> => {
      for (const close of closes) await close()
      await server.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const config = (baseUrl: string) => `${modelTable('model', baseUrl, { maxTokens: 4_000 })}\n${PLAIN_TITLES}`

/** The whole app without windows, with a project, and ways to wait for what it says. */
async function startApp(folder: string, files: ProgramFiles | null) {
  const heard: WindowMessage[] = []
  let wake = () => {}
  const send = (_window: number, message: WindowMessage) => {
    heard.push(message)
    wake()
  }
  const built = files === null ? {} : { files }
  const app = await openHeadless({ home: join(folder, 'home'), send, ...built })
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const [known] = await handlers['project.list']({}, CALLER)
  const project = known ?? (await handlers['project.add']({ path: join(folder, 'project') }, CALLER))
  return {
    app,
    handlers,
    heard,
    project,
    /** Resolves when the app has said something after which the question holds. */
    until: async (question: () => boolean | Promise<boolean>): Promise<void> => {
      for (;;) {
        const before = heard.length
        if (await question()) return
        if (heard.length > before) continue
        await new Promise<void>((done) => {
          wake = done
        })
      }
    },
    /** Begins a chat; what it starts goes on meanwhile. */
    begin: async (text: string, more: { agentId?: string; permissionMode?: PermissionMode } = {}) => {
      const place = {
        to: 'project' as const,
        projectId: project.id,
        model: MODEL,
        permissionMode: 'ask' as const,
      }
      const request = { target: { ...place, ...more }, text, images: [] }
      return (await handlers['session.send'](request, CALLER)).sessionId
    },
    /** Says something in a chat and waits until nothing runs any more. */
    say: async (sessionId: SessionId, text: string): Promise<void> => {
      await handlers['session.send']({ target: { to: 'session', sessionId }, text, images: [] }, CALLER)
      await app.idle()
    },
    look: (sessionId: SessionId): Promise<AttachReply> =>
      Promise.resolve(handlers['session.attach']({ sessionId, tail: 200 }, CALLER)),
  }
}

/** The text of the first message: who the model is told to be. */
export const systemOf = (request: SentRequest | undefined): string => String(request?.messages[0]?.content)
/** Everything that was sent but the instructions. */
export const wordsOf = (request: SentRequest | undefined): string =>
  JSON.stringify(request?.messages.slice(1))
export const toolsOf = (request: SentRequest | undefined): string[] =>
  (request?.tools ?? []).map((tool) => tool.function.name)
