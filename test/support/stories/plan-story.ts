import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { currentPlan } from '#shared/plan/plan-progress.ts'
import { openHeadless } from '../../../src/main/headless.ts'
import { callScript } from '../models/model-script.ts'
import { createModelServer, type ModelServer } from '../models/model-server.ts'

export const CALLER = { windowId: 1 }
const CONFIG = (baseUrl: string) => `[model]
type = "custom"
api = "openai-completions"
provider = "test"
id = "scripted"
baseUrl = "${baseUrl}"
contextWindow = 100000
maxTokens = 2000
reasoning = false
`

/** What the agent of these chats puts to the person. */
export const PROPOSED = { goal: 'Mend the import', steps: ['Look', 'Change', 'Test'] }
const proposes = callScript([{ name: 'propose_plan', args: PROPOSED }], 'I looked at the import.')

type Sent = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] }

/** The app over a model server, for each test of its own, started anew in the middle wherever a test says so. */
export function tellPlans() {
  let server: ModelServer
  let folder: string
  let close = async () => {}

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orrery plans 中文 '))
    server = await createModelServer()
    await mkdir(join(folder, 'home'), { recursive: true })
    await mkdir(join(folder, 'project'), { recursive: true })
  })
  afterEach(async () => {
    await close()
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function start() {
    await close()
    await writeFile(join(folder, 'home', 'config.toml'), CONFIG(server.baseUrl))
    const app = await openHeadless({ home: join(folder, 'home'), send: () => {} })
    close = app.close
    app.windowOpened(CALLER.windowId)
    const { handlers } = app
    const known = await handlers['project.list']({}, CALLER)
    const project = known[0] ?? (await handlers['project.add']({ path: join(folder, 'project') }, CALLER))
    const place = { to: 'project' as const, projectId: project.id, model: 'test/scripted' }
    const say = async (text: string, sessionId?: SessionId): Promise<SessionId> => {
      const target =
        sessionId === undefined
          ? { ...place, permissionMode: 'ask' as const }
          : { to: 'session' as const, sessionId }
      const answer = await handlers['session.send']({ target, text, images: [] }, CALLER)
      await app.idle()
      return answer.sessionId
    }
    const look = (sessionId: SessionId) => handlers['session.attach']({ sessionId, tail: 200 }, CALLER)
    const stepsOf = async (sessionId: SessionId) =>
      currentPlan((await look(sessionId)).folds.plans)?.steps.map(({ title, status }) => [title, status])
    return { app, handlers, say, look, stepsOf }
  }

  /** The messages of a request, without what the app itself says first. */
  const told = (at: number): string => {
    const body = server.requests.filter(({ path }) => path.endsWith('completions')).at(at)?.body as Sent
    return body.messages
      .slice(1)
      .map(({ content }) => content)
      .join('\n---\n')
  }

  /** A chat whose agent has put a plan to the person. */
  async function proposed({ app, handlers, look }: StartedPlans) {
    server.enqueue(proposes)
    const [project] = await handlers['project.list']({}, CALLER)
    if (project === undefined) throw new Error('There is no project.')
    const { sessionId } = await handlers['session.send'](
      {
        target: {
          to: 'project',
          projectId: project.id,
          model: 'test/scripted',
          permissionMode: 'plan',
          agentId: 'plan',
        },
        text: 'How do we mend the import?',
        images: [],
      },
      CALLER,
    )
    const ask = await expect
      .poll(async () => Object.values((await look(sessionId)).folds.interactions)[0] ?? null, {
        timeout: 20_000,
      })
      .not.toBeNull()
      .then(async () => Object.values((await look(sessionId)).folds.interactions)[0])
    if (ask === undefined) throw new Error('Nothing is asked.')
    const answer = async (outcome: 'approved' | 'denied', value?: string) => {
      const said = value === undefined ? {} : { value }
      const request = {
        sessionId,
        requestId: ask.requestId,
        outcome,
        remember: { scope: 'once' as const },
        ...said,
      }
      await handlers['interaction.answer'](request, CALLER)
    }
    return { sessionId, ask, answer, idle: app.idle }
  }

  return { server: () => server, start, told, proposed }
}

type PlanStory = ReturnType<typeof tellPlans>
export type StartedPlans = Awaited<ReturnType<PlanStory['start']>>

/** Waits until the chat is at rest and its plan stands like this. */
export const until = (started: StartedPlans, sessionId: SessionId, states: readonly string[]) =>
  expect
    .poll(async () => (await started.stepsOf(sessionId))?.map(([, status]) => status), { timeout: 20_000 })
    .toEqual(states)
