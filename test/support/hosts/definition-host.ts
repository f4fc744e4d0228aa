import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { openHeadless } from '../../../src/main/headless.ts'
import { type BuiltSandbox, buildSandbox } from '../disk/script-sandbox.ts'
import { createModelServer, type ModelServer } from '../models/model-server.ts'
import { modelTable } from '../models/model-table.ts'
import { NO_INDEX } from '../rigs/knowledge/no-index.ts'

export const CALLER = { windowId: 1 }

type Sent = {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

export type DefinitionApp = Awaited<ReturnType<ReturnType<typeof tellDefinitions>['start']>>

/** A home and a project for each test, in which files of agents and skills count, with scripts that can run. */
export function tellDefinitions() {
  let sandbox: BuiltSandbox | null = null
  let server: ModelServer | null = null
  let folder = ''
  let closes: (() => Promise<void>)[] = []

  const put = async (file: string, text: string): Promise<void> => {
    const path = join(folder, file)
    await mkdir(resolve(path, '..'), { recursive: true })
    await writeFile(path, text)
  }

  beforeAll(async () => {
    sandbox = await buildSandbox()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orrery agents 中文 '))
    server = await createModelServer()
    closes = []
    await put('home/config.toml', config(server.baseUrl))
    await put('project/README.md', '# A project\n')
  })
  afterEach(async () => {
    for (const close of closes) await close()
    await server?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const sent = (at: number) =>
    known(server).requests.filter(({ path }) => path.endsWith('completions'))[at]?.body as Sent
  return {
    put,
    /** Writes the settings of the person: those that name the model, and others. */
    putSettings: (more: string) => put('home/config.toml', `${config(known(server).baseUrl)}\n${more}`),
    server: () => known(server),
    folder: () => folder,
    /** Starts the app. It is closed after the test. */
    start: () => startApp(folder, known(sandbox), closes),
    /** The instructions of a request, and the tools it offers. */
    systemOf: (at: number) => String(sent(at)?.messages[0]?.content),
    toolsOf: (at: number) => (sent(at)?.tools ?? []).map((tool) => tool.function.name),
  }
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('The test has not begun.')
  return value
}

const config = (baseUrl: string) => modelTable('model', baseUrl, { maxTokens: 4_000 })

/** The file of an agent or a skill. */
export const fileOf = (header: string, text: string) => `---\n${header}\n---\n\n${text}\n`

/** The whole app without windows, with a project, and ways to wait for what it says. */
async function startApp(folder: string, sandbox: BuiltSandbox, closes: (() => Promise<void>)[]) {
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
  const app = await openHeadless({ home: join(folder, 'home'), send, files })
  closes.push(app.close)
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const listed = await handlers['project.list']({}, CALLER)
  const project = listed[0] ?? (await handlers['project.add']({ path: join(folder, 'project') }, CALLER))
  const until = async (question: () => boolean | Promise<boolean>): Promise<void> => {
    for (;;) {
      const before = heard.length
      if (await question()) return
      if (heard.length > before) continue
      await new Promise<void>((done) => {
        wake = done
      })
    }
  }
  const list = async (of: ProjectId | null = project.id) => handlers['agents.list']({ projectId: of }, CALLER)
  const chat = async (agentId: string | null, text: string): Promise<SessionId> => {
    const target = {
      to: 'project' as const,
      projectId: project.id,
      model: 'test/scripted',
      permissionMode: 'ask' as const,
      ...(agentId === null ? {} : { agentId }),
    }
    const { sessionId } = await handlers['session.send']({ target, text, images: [] }, CALLER)
    await app.idle()
    return sessionId
  }
  const more = async (sessionId: SessionId, text: string) => {
    await handlers['session.send']({ target: { to: 'session', sessionId }, text, images: [] }, CALLER)
    await app.idle()
  }
  const path = async (sessionId: SessionId) =>
    (await handlers['session.attach']({ sessionId, tail: 50 }, CALLER)).path
  return { app, handlers, project, until, list, chat: chat, more, path }
}
