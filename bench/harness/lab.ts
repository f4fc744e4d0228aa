import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AttachReply, WindowMessage } from '#shared/events/delivery.ts'
import type { ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunRecord, RunStatus } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { Message } from '#shared/session/message.ts'
import type { ProgramFiles } from '../../src/main/app-port.ts'
import { openHeadless } from '../../src/main/headless.ts'
import type { Script } from '../../test/support/models/model-script.ts'
import { createModelServer, type RecordedRequest } from '../../test/support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../../test/support/models/model-table.ts'
import { type Files, writeFiles } from './lab-files.ts'
import { type OwnSlips, openProtocolDoor } from './protocols/protocol-door.ts'
import type { OtherProtocol } from './protocols/read-asked.ts'

const CALLER = { windowId: 1 }

/** Strict servers want a key; they do not look at it. */
const KEY_LINE = 'apiKeyRef = "env:PATH"'

/** What the person of the lab does about a question or an approval. */
export type Decision = { readonly outcome: 'approved' | 'denied' | 'answered'; readonly value?: string }
export type Person = (asked: Interaction) => Decision

/** Approves everything inside the project, and answers every question with the same word. */
export const CAREFUL: Person = ({ what, outside }) => {
  if (what === 'question') return { outcome: 'answered', value: 'blue' }
  return outside === true ? { outcome: 'denied', value: 'Stay inside the project.' } : { outcome: 'approved' }
}

/** Answers a request for an answer. */
export type Respond = (request: RecordedRequest) => Script | Promise<Script>

export type LabProject = { readonly id: ProjectId; readonly root: string }

type ChatOptions = {
  readonly project: LabProject
  readonly respond: Respond
  /** Which of the models of the lab; the one with a large window by itself. */
  readonly model?: LabModel
  /** Never `bypass`: a slip in a path must not write outside the folder of the bench. */
  readonly mode?: Exclude<PermissionMode, 'bypass'>
  readonly agentId?: string
  readonly person?: Person
  /** Slips of the protocol's servers. */
  readonly own?: OwnSlips
}

/** The models of the lab: they differ in window and in what they support. */
export const LAB_MODELS = {
  large: { contextWindow: 200_000, maxTokens: 16_000 },
  /** For tasks whose server refuses pictures: the app remembers that for its model. */
  blind: { contextWindow: 200_000, maxTokens: 16_000 },
  short: { contextWindow: 200_000, maxTokens: 1_200 },
  middle: { contextWindow: 32_768, maxTokens: 4_000 },
  small: { contextWindow: 16_384, maxTokens: 2_000 },
  tiny: { contextWindow: 8_192, maxTokens: 1_000 },
} as const
export type LabModel = keyof typeof LAB_MODELS

export type Lab = Awaited<ReturnType<typeof openLab>>
export type LabChat = Awaited<ReturnType<Lab['chat']>>

/** The whole app with a scripted model server. One chat at a time has the server's ear. */
export async function openLab(folder: string, files?: ProgramFiles, protocol?: OtherProtocol) {
  let own: ChatOptions['own'] | null = null
  let respond: Respond = () => ({ status: 500, body: { error: { message: 'No chat is open.' } } })
  const answers = (request: RecordedRequest) => respond(request)
  const server =
    protocol === undefined
      ? { ...(await createModelServer({ respond: answers })), faults: [] as readonly string[] }
      : await openProtocolDoor({ protocol, respond: answers, own: () => own ?? null })
  const home = join(folder, 'home')
  await mkdir(home, { recursive: true })
  const tables = Object.entries(LAB_MODELS).map(([id, limits]) =>
    modelTable(`models.${id}`, server.baseUrl, {
      id,
      ...limits,
      ...(protocol === undefined ? {} : { api: protocol, lines: KEY_LINE }),
    }),
  )
  await writeFile(join(home, 'config.toml'), [PLAIN_TITLES, '[sandbox]\nmode = "off"', ...tables].join('\n'))
  const hearers = new Set<(message: WindowMessage) => void>()
  const send = (_windowId: number, message: WindowMessage) => {
    for (const hear of hearers) hear(message)
  }
  const app = await openHeadless({ home, send, ...(files === undefined ? {} : { files }) })
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  let projects = 0

  return {
    home,
    handlers,
    caller: CALLER,
    requests: server.requests,
    /** Reasons for which a strict server refused requests. */
    faults: server.faults,
    /** Makes a project in a folder named `shop`. */
    project: async (content: Files): Promise<LabProject> => {
      projects += 1
      const root = join(folder, `work-${projects}`, 'shop')
      await mkdir(root, { recursive: true })
      await writeFiles(root, content)
      const { id } = await handlers['project.add']({ path: root }, CALLER)
      return { id, root }
    },
    /** Prepares a chat; its first message starts it. */
    chat: async (options: ChatOptions) => {
      respond = options.respond
      own = options.own ?? null
      return openChat({ handlers, idle: app.idle, hearers }, options)
    },
    close: async (): Promise<void> => {
      await server.close()
      await app.close()
    },
  }
}

type Saying = {
  /** The person stops the run once this tool is running. */
  readonly stopAt?: string | undefined
  /** How much is asked for, where the message starts the chat. */
  readonly mode?: ChatOptions['mode']
}

type Around = {
  readonly handlers: Awaited<ReturnType<typeof openHeadless>>['handlers']
  readonly idle: () => Promise<void>
  readonly hearers: Set<(message: WindowMessage) => void>
}

function openChat({ handlers, idle, hearers }: Around, options: ChatOptions) {
  const { project, model = 'large', mode: usualMode = 'accept_edits', person = CAREFUL, agentId } = options
  let stopsAt: string | undefined
  let sessionId: SessionId | null = null
  const answered = new Set<string>()

  const decide = async (asked: Interaction) => {
    if (sessionId === null || answered.has(asked.requestId)) return
    answered.add(asked.requestId)
    const request = { sessionId, requestId: asked.requestId, remember: { scope: 'once' as const } }
    await handlers['interaction.answer']({ ...request, ...person(asked) }, CALLER)
  }
  const stop = async () => {
    const run = (await runs()).at(-1)
    if (sessionId !== null && run !== undefined)
      await handlers['run.stop']({ sessionId, runId: run.runId }, CALLER)
  }
  const hear = (message: WindowMessage) => {
    if (message.t !== 'events' || message.sessionId !== sessionId) return
    const seq = message.events.at(-1)?.seq ?? 0
    void handlers['session.ack']({ sessionId: message.sessionId, seq }, CALLER)
    for (const event of message.events) {
      if (event.kind === 'interaction.requested') void decide(event.payload)
      if (event.kind === 'tool.started' && event.payload.toolName === stopsAt) void stop()
    }
  }
  const look = async (): Promise<AttachReply> => {
    if (sessionId === null) throw new Error('The chat has not begun.')
    return handlers['session.attach']({ sessionId, tail: 500 }, CALLER)
  }
  const runs = async () => Object.values<RunRecord>((await look()).folds.runs)
  /** Waits until every run of the chat has ended, and answers what the person is asked meanwhile. */
  const settled = async (): Promise<RunStatus> => {
    for (;;) {
      const changed = nextMessage(hearers)
      const { folds, tools } = await look()
      if (tools.some(({ toolName }) => toolName === stopsAt)) await stop()
      for (const asked of Object.values<Interaction>(folds.interactions)) await decide(asked)
      const all = Object.values<RunRecord>(folds.runs)
      if (all.length > 0 && all.every(({ status }) => isTerminal(status))) {
        await idle()
        const last = (await runs()).at(-1)
        if (last !== undefined && isTerminal(last.status)) return last.status
      }
      await changed
    }
  }
  return {
    /** Says something and waits for the end of what it starts. */
    say: async (text: string, { stopAt, mode = usualMode }: Saying = {}): Promise<RunStatus> => {
      stopsAt = stopAt
      if (sessionId === null) hearers.add(hear)
      const target =
        sessionId === null
          ? {
              to: 'project' as const,
              projectId: project.id,
              permissionMode: mode,
              model: `test/${model}` as ModelRef,
              ...(agentId === undefined ? {} : { agentId: agentId as never }),
            }
          : { to: 'session' as const, sessionId }
      const sent = await handlers['session.send']({ target, text, images: [] }, CALLER)
      sessionId = sent.sessionId
      return settled()
    },
    settled,
    begun: (): boolean => sessionId !== null,
    look,
    runs,
    id: (): SessionId => {
      if (sessionId === null) throw new Error('The chat has not begun.')
      return sessionId
    },
    /** Returns the messages of the chat, oldest first. */
    messages: async (): Promise<Message[]> =>
      (await look()).path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : [])),
    close: async (): Promise<void> => {
      hearers.delete(hear)
      if (sessionId !== null) await handlers['session.detach']({ sessionId }, CALLER)
    },
  }
}

/** Resolves with the next message to the window. */
function nextMessage(hearers: Around['hearers']): Promise<void> {
  return new Promise((resolve) => {
    const hear = () => {
      hearers.delete(hear)
      resolve()
    }
    hearers.add(hear)
  })
}
