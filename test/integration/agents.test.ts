import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { say } from '#shared/sentences.ts'
import { CALLER, fileOf, tellDefinitions } from '../support/hosts/definition-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const host = tellDefinitions()

describe('an agent of the person', () => {
  const reader = fileOf(
    'description: Reads and says.\ntools:\n  allow: [read, list, skill]\npermission:\n  - { tool: read, pattern: "*.secret", action: deny }',
    'You are the reader of this house.',
  )

  it('is who a chat talks to: its persona, its tools, its rules', async () => {
    await host.put('home/agents/reader.md', reader)
    await host.put('project/key.secret', 'do not read')
    const { chat, path } = await host.start()
    host
      .server()
      .enqueue(
        callScript([{ name: 'read', args: { path: 'key.secret' } }]),
        callScript([{ name: 'bash', args: { command: 'ls' } }]),
        textScript('I could not.'),
      )
    const sessionId = await chat('reader', 'Read everything.')
    expect(host.systemOf(0)).toContain('You are the reader of this house.')
    expect(host.systemOf(0)).not.toContain('You are the builder')
    expect(host.toolsOf(0)).toEqual(['read', 'list', 'skill'])
    const answers = (await path(sessionId)).flatMap((event) =>
      event.kind === 'message' && event.payload.message.role === 'tool' ? event.payload.message.parts : [],
    )
    expect(answers).toEqual([
      { t: 'text', text: expect.stringContaining('forbids this call') },
      {
        t: 'text',
        text: 'There is no tool `bash`. You have: read, list, skill.',
      },
    ])
  })

  it('stays who it was in a chat that goes on, also after a restart, when its file is edited', async () => {
    await host.put('home/agents/reader.md', reader)
    const first = await host.start()
    host.server().enqueue(textScript('Yes.'), textScript('Yes.'), textScript('Yes.'), textScript('Yes.'))
    const sessionId = await first.chat('reader', 'Are you there?')
    await host.put(
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
    expect(host.systemOf(1)).toContain('You are the reader of this house.')
    // What it may do is what its file says now.
    expect(host.toolsOf(1)).toEqual(['read', 'skill'])
    await first.chat('reader', 'Who are you?')
    expect(host.systemOf(2)).toContain('You are the reader of another house.')

    await first.app.close()
    const second = await host.start()
    await second.more(sessionId, 'Still the same?')
    expect(host.systemOf(3)).toContain('You are the reader of this house.')
  })

  it('that is gone or broken says so in the chat, and nothing stands in for it', async () => {
    await host.put('home/agents/reader.md', reader)
    const { chat, more, path, list, handlers, until } = await host.start()
    host.server().enqueue(textScript('Yes.'))
    const sessionId = await chat('reader', 'Are you there?')
    await rm(join(host.folder(), 'home/agents/reader.md'))
    await until(async () => !(await list()).agents.some(({ id }) => id === 'reader'))
    await more(sessionId, 'Still?')
    const reply = await handlers['session.attach']({ sessionId, tail: 50 }, CALLER)
    const error = Object.values(reply.folds.runs).find(({ status }) => status === 'failed')?.error
    expect(error?.message).toContain(
      'There is no agent named reader here. The agents are: build, coordinator, explore,',
    )
    expect(await path(sessionId)).toHaveLength(3)
    await expect(chat('explore', 'Hello')).rejects.toThrow('works for other agents and not in a chat')
  })
})

it('lists the agents with what is wrong in files, and tells of changes', async () => {
  await host.put('home/agents/typo.md', fileOf('description: Has a typo.\ntool: [read]', 'You.'))
  const { list, until, handlers, project } = await host.start()
  const { agents, problems } = await list()
  expect(agents.map(({ id }) => id)).toEqual([
    ...[
      'agent-author',
      'build',
      'commit',
      'compaction',
      'coordinator',
      'explore',
      'general',
      'memory',
      'plan',
      'review',
      'status-line-author',
      'summary',
      'title',
      'workflow-author',
    ],
  ])
  expect(problems).toEqual([
    {
      id: 'typo',
      source: 'user',
      file: join(host.folder(), 'home/agents/typo.md'),
      message: 'Unsupported agent key: tool (typo.md, line 3). Remove it or correct its spelling.',
      said: [say('setting.unknownAt', { noun: 'agent', key: 'tool', file: 'typo.md', line: '3' })],
    },
  ])
  await host.put('home/agents/typo.md', fileOf('description: Has none.\ntools: { allow: [read] }', 'You.'))
  await until(async () => (await list()).problems.length === 0)
  const detail = await handlers['agents.get']({ projectId: project.id, agentId: 'typo' }, CALLER)
  expect(detail).toMatchObject({
    listing: { id: 'typo', name: 'Typo', source: 'user', offered: ['read'], replaces: null },
    definition: { persona: 'You.' },
    text: expect.stringContaining('Has none.'),
  })
})

it('uses what a project brings along only once its folder is trusted, and no longer when it changed', async () => {
  await host.put('project/.orrery/agents/deploy.md', fileOf('description: Deploys.', 'You deploy.'))
  await host.put(
    'project/.orrery/skills/release/SKILL.md',
    fileOf('description: How to release.', 'First test.'),
  )
  const { list, handlers, project, until } = await host.start()
  const has = async () => (await list()).agents.some(({ id }) => id === 'deploy')
  const skills = async () =>
    (await handlers['skills.list']({ projectId: project.id }, CALLER)).skills.map(({ name }) => name)
  expect([await has(), await skills()]).toEqual([false, ['orchestrate']])
  await handlers['project.trust']({ projectId: project.id, trusted: true }, CALLER)
  expect([await has(), await skills()]).toEqual([true, ['orchestrate', 'release']])
  expect((await list(null)).agents.some(({ id }) => id === 'deploy')).toBe(false)
  await host.put(
    'project/.orrery/agents/deploy.md',
    fileOf('description: Deploys.', 'You deploy something else.'),
  )
  await until(async () => !(await has()))
})

it('tells an agent of the skills it can load, and hands them out', async () => {
  await host.put(
    'home/skills/tidy/SKILL.md',
    fileOf('description: How to tidy tests.', 'Begin with the names.'),
  )
  const { chat, path } = await host.start()
  host.server().enqueue(
    callScript([
      { name: 'skill', args: { name: 'tidy' } },
      { name: 'skill', args: { name: '../tidy' } },
    ]),
    textScript('Tidied.'),
    textScript('Planned.'),
  )
  const sessionId = await chat(null, 'Tidy up.')
  expect(host.systemOf(0)).toMatch(
    /# Skills that can be loaded.*\n- orchestrate: .*\n- tidy: How to tidy tests\./,
  )
  const answers = (await path(sessionId)).flatMap((event) =>
    event.kind === 'message' && event.payload.message.role === 'tool' ? event.payload.message.parts : [],
  )
  expect(answers).toEqual([
    { t: 'text', text: expect.stringContaining('Begin with the names.') },
    { t: 'text', text: 'There is no skill named ../tidy. The skills are: orchestrate, tidy.' },
  ])
  await chat('plan', 'Plan it.')
  expect(host.systemOf(2)).toContain('You are the planner')
  expect(host.toolsOf(2)).toEqual(host.toolsOf(0))
})
