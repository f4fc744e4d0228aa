import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WindowMessage } from '#shared/events/delivery.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { openHeadless } from '../../src/main/headless.ts'
import { callScript, textScript } from '../support/model-script.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'
import { NO_INDEX } from '../support/no-index.ts'
import { type BuiltSandbox, buildSandbox } from '../support/script-sandbox.ts'

const CALLER = { windowId: 1 }

let sandbox: BuiltSandbox
let server: ModelServer
let folder: string
let closes: (() => Promise<void>)[]

beforeAll(async () => {
  sandbox = await buildSandbox()
})
afterAll(() => sandbox.remove())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery agents 中文 '))
  server = await createModelServer()
  closes = []
  await put('home/config.toml', config(server.baseUrl))
  await put('project/README.md', '# A project\n')
})
afterEach(async () => {
  for (const close of closes) await close()
  await server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function put(file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(resolve(path, '..'), { recursive: true })
  await writeFile(path, text)
}

const config = (baseUrl: string) => `[model]
type = "custom"
api = "openai-completions"
provider = "test"
id = "scripted"
baseUrl = "${baseUrl}"
contextWindow = 100000
maxTokens = 4000
reasoning = false
`

const agent = (header: string, persona: string) => `---\n${header}\n---\n\n${persona}\n`

/** The whole app without windows, with a project, and ways to wait for what it says. */
async function start() {
  const heard: WindowMessage[] = []
  let wake = () => {}
  const send = (_window: number, message: WindowMessage) => {
    heard.push(message)
    wake()
  }
  const files = {
    scriptWorker: sandbox.worker,
    indexWorker: NO_INDEX,
    workflows: resolve('resources/workflows'),
  }
  const app = await openHeadless({ home: join(folder, 'home'), send, files })
  closes.push(app.close)
  app.windowOpened(CALLER.windowId)
  const { handlers } = app
  const known = await handlers['project.list']({}, CALLER)
  const project = known[0] ?? (await handlers['project.add']({ path: join(folder, 'project') }, CALLER))
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

type Sent = {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}
const sent = (at: number) =>
  server.requests.filter(({ path }) => path.endsWith('completions'))[at]?.body as Sent
const systemOf = (at: number) => String(sent(at)?.messages[0]?.content)
const toolsOf = (at: number) => (sent(at)?.tools ?? []).map((tool) => tool.function.name)

describe('an agent of the person', () => {
  const reader = agent(
    'description: Reads and says.\ntools:\n  allow: [read, list, skill]\npermission:\n  - { tool: read, pattern: "*.secret", action: deny }',
    'You are the reader of this house.',
  )

  it('is who a chat talks to: its persona, its tools, its rules', async () => {
    await put('home/agents/reader.md', reader)
    await put('project/key.secret', 'do not read')
    const { chat, path } = await start()
    server.enqueue(
      callScript([{ name: 'read', args: { path: 'key.secret' } }]),
      callScript([{ name: 'bash', args: { command: 'ls' } }]),
      textScript('I could not.'),
    )
    const sessionId = await chat('reader', 'Read everything.')
    expect(systemOf(0)).toContain('You are the reader of this house.')
    expect(systemOf(0)).not.toContain('You are the builder')
    expect(toolsOf(0)).toEqual(['read', 'list', 'skill'])
    const answers = (await path(sessionId)).flatMap((event) =>
      event.kind === 'message' && event.payload.message.role === 'tool' ? event.payload.message.parts : [],
    )
    expect(answers).toEqual([
      { t: 'text', text: expect.stringContaining('forbids this call') },
      {
        t: 'text',
        text: expect.stringContaining('There is no tool named bash. The tools are: read, list, skill.'),
      },
    ])
  })

  it('stays who it was in a chat that goes on, also after a restart, when its file is edited', async () => {
    await put('home/agents/reader.md', reader)
    const first = await start()
    server.enqueue(textScript('Yes.'), textScript('Yes.'), textScript('Yes.'), textScript('Yes.'))
    const sessionId = await first.chat('reader', 'Are you there?')
    await put(
      'home/agents/reader.md',
      reader.replace('of this house', 'of another house').replace('list, ', ''),
    )
    await first.until(async () => {
      const { definition } = await first.handlers['agents.get'](
        { projectId: first.project.id, agentId: 'reader' },
        CALLER,
      )
      return definition.persona.includes('another')
    })
    await first.more(sessionId, 'Still?')
    expect(systemOf(1)).toContain('You are the reader of this house.')
    // What it may do is what its file says now.
    expect(toolsOf(1)).toEqual(['read', 'skill'])
    await first.chat('reader', 'Who are you?')
    expect(systemOf(2)).toContain('You are the reader of another house.')

    await first.app.close()
    closes = []
    const second = await start()
    await second.more(sessionId, 'Still the same?')
    expect(systemOf(3)).toContain('You are the reader of this house.')
  })

  it('that is gone or broken says so in the chat, and nothing stands in for it', async () => {
    await put('home/agents/reader.md', reader)
    const { chat, more, path, list, handlers, until } = await start()
    server.enqueue(textScript('Yes.'))
    const sessionId = await chat('reader', 'Are you there?')
    await rm(join(folder, 'home/agents/reader.md'))
    await until(async () => !(await list()).agents.some(({ id }) => id === 'reader'))
    await more(sessionId, 'Still?')
    const reply = await handlers['session.attach']({ sessionId, tail: 50 }, CALLER)
    const error = Object.values(reply.folds.runs).find(({ status }) => status === 'failed')?.error
    expect(error?.message).toContain('There is no agent named reader here. The agents are: build, explore,')
    expect(await path(sessionId)).toHaveLength(3)
    await expect(chat('explore', 'Hello')).rejects.toThrow('works for other agents and not in a chat')
  })
})

it('lists the agents with what is wrong in files, and tells of changes', async () => {
  await put('home/agents/typo.md', agent('description: Has a typo.\ntool: [read]', 'You.'))
  const { list, until, handlers, project } = await start()
  const { agents, problems } = await list()
  expect(agents.map(({ id }) => id)).toEqual([
    ...['build', 'compaction', 'explore', 'general', 'plan', 'review', 'summary', 'title'],
  ])
  expect(problems).toEqual([
    {
      id: 'typo',
      source: 'user',
      file: join(folder, 'home/agents/typo.md'),
      message: 'Unsupported agent key: tool (typo.md, line 3). Remove it or correct its spelling.',
    },
  ])
  await put('home/agents/typo.md', agent('description: Has none.\ntools: { allow: [read] }', 'You.'))
  await until(async () => (await list()).problems.length === 0)
  const detail = await handlers['agents.get']({ projectId: project.id, agentId: 'typo' }, CALLER)
  expect(detail).toMatchObject({
    listing: { id: 'typo', name: 'Typo', source: 'user', offered: ['read'], replaces: null },
    definition: { persona: 'You.' },
    text: expect.stringContaining('Has none.'),
  })
})

it('uses what a project brings along only once its folder is trusted, and no longer when it changed', async () => {
  await put('project/.orrery/agents/deploy.md', agent('description: Deploys.', 'You deploy.'))
  await put('project/.orrery/skills/release/SKILL.md', agent('description: How to release.', 'First test.'))
  const { list, handlers, project, until } = await start()
  const has = async () => (await list()).agents.some(({ id }) => id === 'deploy')
  const skills = async () =>
    (await handlers['skills.list']({ projectId: project.id }, CALLER)).skills.map(({ name }) => name)
  expect([await has(), await skills()]).toEqual([false, ['orchestrate']])
  await handlers['project.trust']({ projectId: project.id, trusted: true }, CALLER)
  expect([await has(), await skills()]).toEqual([true, ['orchestrate', 'release']])
  expect((await list(null)).agents.some(({ id }) => id === 'deploy')).toBe(false)
  await put('project/.orrery/agents/deploy.md', agent('description: Deploys.', 'You deploy something else.'))
  await until(async () => !(await has()))
})

it('tells an agent of the skills it can load, and hands them out', async () => {
  await put('home/skills/tidy/SKILL.md', agent('description: How to tidy tests.', 'Begin with the names.'))
  const { chat, path } = await start()
  server.enqueue(
    callScript([
      { name: 'skill', args: { name: 'tidy' } },
      { name: 'skill', args: { name: '../tidy' } },
    ]),
    textScript('Tidied.'),
    textScript('Planned.'),
  )
  const sessionId = await chat(null, 'Tidy up.')
  expect(systemOf(0)).toMatch(/# Skills that can be loaded.*\n- orchestrate: .*\n- tidy: How to tidy tests\./)
  const answers = (await path(sessionId)).flatMap((event) =>
    event.kind === 'message' && event.payload.message.role === 'tool' ? event.payload.message.parts : [],
  )
  expect(answers).toEqual([
    { t: 'text', text: expect.stringContaining('Begin with the names.') },
    { t: 'text', text: 'There is no skill named ../tidy. The skills are: orchestrate, tidy.' },
  ])
  await chat('plan', 'Plan it.')
  expect(systemOf(2)).toContain('You are the planner')
  expect(toolsOf(2)).not.toContain('write')
})

describe('an agent of a script', () => {
  const launch = async (host: Awaited<ReturnType<typeof start>>, body: string) => {
    const { id } = await host.handlers['workflow.launch'](
      {
        projectId: host.project.id,
        launcherSessionId: null,
        source: {
          from: 'script',
          script: `export const meta = { name: 'try-it', description: 'x' }\n${body}`,
        },
        args: null,
        concurrency: 3,
        budget: null,
      },
      CALLER,
    )
    const get = async () => host.handlers['workflow.get']({ workflowRunId: id }, CALLER)
    await host.until(async () => (await get()).state !== 'running')
    const run = await get()
    const { folds } = await host.handlers['session.attach']({ sessionId: run.sessionId, tail: 1 }, CALLER)
    return { run, value: folds.workflow?.value }
  }

  it('is who its agentType names, with the tools of that one', async () => {
    server.enqueue(textScript('There.'), textScript('Done.'))
    const { value } = await launch(
      await start(),
      `const found = await agent('Find it.', { agentType: 'explore' })
return [found, await agent('Do it.')]`,
    )
    expect(value).toEqual(['There.', 'Done.'])
    expect(systemOf(0)).toContain('You search a project')
    expect(toolsOf(0)).toEqual(['read', 'list', 'glob', 'grep', 'bash'])
    expect(systemOf(1)).toContain('You work on one task')
    expect(toolsOf(1)).toEqual(['read', 'write', 'edit', 'list', 'glob', 'grep', 'bash', 'plan', 'skill'])
  })

  it.each([
    [
      "agent('Go.', { agentType: 'explorer' })",
      'There is no agent named explorer here. The agents are: build, explore, general, plan, review.',
    ],
    ["agent('Go.', { agentType: 'title' })", 'works for no script'],
    [
      "agent('Go.', { agentType: 'explore', tools: ['write'] })",
      'The agent explore may not use write. Its tools are: read, list, glob, grep, bash.',
    ],
  ])('that cannot be had ends the call %s with a sentence', async (call, words) => {
    const { run, value } = await launch(
      await start(),
      `try { await ${call} } catch (error) { return { code: error.code, words: error.message } }`,
    )
    expect(run.state).toBe('done')
    expect(value).toEqual({ code: 'script.invalid', words: expect.stringContaining(words) })
    expect(server.requests.filter(({ path }) => path.endsWith('completions'))).toEqual([])
  })
})
