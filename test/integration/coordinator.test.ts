import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { CALLER, type SentRequest, systemOf, toolsOf, wordsOf } from '../support/hosts/agent-host.ts'
import {
  agentsOf,
  delegate,
  firstAgentOf,
  held,
  openRuleHost,
  type RuleHost,
} from '../support/hosts/rule-host.ts'
import { callScript, createGate, textScript } from '../support/models/model-script.ts'

let host: RuleHost

beforeEach(async () => {
  host = await openRuleHost()
})
afterEach(() => host.close())

type App = Awaited<ReturnType<RuleHost['start']>>

const speaker = async (app: App, sessionId: SessionId): Promise<string | undefined> => {
  const { folds } = await app.look(sessionId)
  const { activeContextId } = folds.session?.meta ?? { activeContextId: null }
  return activeContextId === null ? undefined : folds.contexts[activeContextId]?.agentId
}
const said = async (app: App, sessionId: SessionId, words: string) =>
  JSON.stringify((await app.look(sessionId)).path).includes(words)
/** The folder an agent was told to share. */
const sharedIn = (request: SentRequest | undefined): string =>
  /scratch folder with the other agents of this chat: (.*?)\. You may/.exec(wordsOf(request))?.[1] ?? ''
const writes = (path: string, content: string) => callScript([{ name: 'write', args: { path, content } }])

describe('/coordinator', () => {
  it('turns the mode on and off, tells the model, and is kept over a restart', async () => {
    host.answer(['Hello', textScript('Hi.')], ['Who', textScript('Me.')])
    const app = await host.start()
    const sessionId = await app.begin('Hello')
    await app.app.idle()
    await app.say(sessionId, '/coordinator')
    expect(await speaker(app, sessionId)).toBe('coordinator')
    await app.app.close()
    const again = await host.start()
    expect(await speaker(again, sessionId)).toBe('coordinator')
    await again.say(sessionId, 'Who are you?')
    const [on] = host.askedWith('Who')
    expect(systemOf(on)).toContain('You are the coordinator')
    expect(wordsOf(on)).toContain('Coordinator mode is on.')
    expect(wordsOf(on)).toContain('Hi.')
    expect(toolsOf(on)).toEqual(['agent', 'stop_agent'])
    await again.say(sessionId, '/coordinator')
    expect(await speaker(again, sessionId)).toBe('build')
    await again.say(sessionId, 'Who are you now?')
    const off = host.askedWith('Who').at(-1)
    expect(wordsOf(off)).toContain('Coordinator mode is off.')
    expect(toolsOf(off)).toContain('write')
  })

  it('begins a chat with a task, and goes back to who spoke before', async () => {
    host.answer(['Mend it', textScript('On it.')])
    const app = await host.start()
    const sessionId = await app.begin('/coordinator Mend it', { agentId: 'plan' })
    await app.app.idle()
    expect((await app.look(sessionId)).folds.session?.meta.title).toBe('Mend it')
    expect(toolsOf(host.askedWith('Mend it')[0])).toEqual(['agent', 'stop_agent'])
    await app.say(sessionId, '/coordinator')
    expect(await speaker(app, sessionId)).toBe('plan')
  })

  it('alone begins a chat that is named after the first words said in it', async () => {
    host.answer(['Mend', textScript('On it.')])
    const app = await host.start()
    const titleOf = async (id: SessionId) => (await app.look(id)).folds.session?.meta.title
    const sessionId = await app.begin('/coordinator')
    await app.say(sessionId, '/coordinator')
    expect(await titleOf(sessionId)).toBe(app.project.name)
    await app.say(sessionId, '/coordinator Mend the pier')
    expect(await titleOf(sessionId)).toBe('Mend the pier')
    await app.say(sessionId, 'Mend the boat too')
    expect(await titleOf(sessionId)).toBe('Mend the pier')
  })

  it('alone leaves a name that the person gave', async () => {
    host.answer(['Mend', textScript('On it.')])
    const app = await host.start()
    const sessionId = await app.begin('/coordinator')
    await app.handlers['session.update']({ sessionId, changes: { title: 'Harbour' } }, CALLER)
    await app.say(sessionId, 'Mend the pier')
    expect((await app.look(sessionId)).folds.session?.meta.title).toBe('Harbour')
  })

  it('leaves an agent of the same name alone', async () => {
    await host.put('home/agents/coordinator.md', '---\ndescription: Mine.\n---\n\nYou are mine.\n')
    host.answer(['Hello', textScript('Hi.')])
    const app = await host.start()
    const sessionId = await app.begin('Hello')
    await app.app.idle()
    await expect(app.say(sessionId, '/coordinator')).rejects.toThrow('Give it another name')
    expect(await speaker(app, sessionId)).toBe('build')
  })
})

describe('who works for a coordinator', () => {
  it('works in the background with tools of its own, and shares a folder without asking', async () => {
    host.answer(
      ['Mend it', delegate({ title: 'Investigate', prompt: 'INVESTIGATE the clock' })],
      ['INVESTIGATE', (request) => writes(join(sharedIn(request), 'cause.md'), 'Off by one.')],
      ['cause.md', textScript('Found it: off by one.')],
      ['has started', textScript('One agent looks.')],
      ['Found it: off by one.', delegate({ title: 'Implement', prompt: 'IMPLEMENT it' })],
      [
        'IMPLEMENT',
        (request) => callScript([{ name: 'read', args: { path: join(sharedIn(request), 'cause.md') } }]),
      ],
      ['1\\tOff by one.', textScript('Mended.')],
      ['Mended.', textScript('The clock was off by one and is mended.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('/coordinator Mend it')
    await app.until(() => said(app, sessionId, 'and is mended'))
    await app.app.idle()
    const agents = await agentsOf(app, sessionId)
    expect(agents.map(({ title, state, background }) => [title, state, background])).toEqual([
      ['Investigate', 'done', true],
      ['Implement', 'done', true],
    ])
    const [worker] = host.askedWith('INVESTIGATE')
    expect(toolsOf(worker)).toEqual(expect.arrayContaining(['read', 'write', 'bash']))
    expect(toolsOf(worker)).not.toEqual(expect.arrayContaining(['agent']))
    const folder = sharedIn(worker)
    expect(folder).toContain(join('data', 'scratch', sessionId))
    expect(await readFile(join(folder, 'cause.md'), 'utf8')).toBe('Off by one.')
  })

  it('may not do what the chat, its mode or a rule forbids, nor leave the shared folder by a link', async () => {
    await host.put('home/outside.txt', 'mine')
    host.answer(
      ['Go', delegate({ title: 'Write', prompt: 'WRITE it' })],
      ['WRITE', writes('new.txt', 'words')],
      ['refused', textScript('Could not.')],
    )
    const app = await host.start()
    const planning = await app.begin('/coordinator Go', { permissionMode: 'plan' })
    await app.until(async () => (await agentsOf(app, planning))[0]?.state === 'done')
    expect(existsSync(join(host.folder, 'project/new.txt'))).toBe(false)
    // The chat is still told of it, and must not be given the answers that come now.
    await app.app.idle()
    host.answer(
      ['Go', delegate({ title: 'Write', prompt: 'WRITE it' })],
      ['WRITE', (request) => callScript([{ name: 'read', args: { path: join(sharedIn(request), 'out') } }])],
    )
    const chat = await app.begin('/coordinator Wait')
    await app.app.idle()
    const folder = join(host.folder, 'home/data/scratch', chat)
    await host.put(`home/data/scratch/${chat}/kept.md`, 'kept')
    await symlink(join(host.folder, 'home/outside.txt'), join(folder, 'out'))
    await app.handlers['session.send'](
      { target: { to: 'session', sessionId: chat }, text: 'Go', images: [] },
      CALLER,
    )
    await app.until(async () => (await agentsOf(app, chat))[0]?.state === 'waiting')
    expect((await firstAgentOf(app, chat)).asks).toMatchObject([{ tool: 'read' }])
    await app.handlers['agent.stop']({ sessionId: (await firstAgentOf(app, chat)).sessionId }, CALLER)
  })

  it('is stopped by its coordinator, and gone with the chat is what it left', async () => {
    const gate = createGate()
    host.answer(
      ['Go', delegate({ title: 'Wrong way', prompt: 'LOOK left' })],
      ['LOOK', held(gate, 'never said')],
      ['has started', textScript('It looks.')],
      [
        'Stop',
        (request) => {
          const agent = /Wrong way” \((ses_[a-z0-9]+)\)/.exec(wordsOf(request))?.[1]
          return callScript([{ name: 'stop_agent', args: { agent, reason: 'It is to the right.' } }])
        },
      ],
      ['was stopped', textScript('Stopped it.')],
    )
    const app = await host.start()
    const sessionId = await app.begin('/coordinator Go')
    await app.until(async () => (await agentsOf(app, sessionId))[0]?.state === 'running')
    await app.until(() => said(app, sessionId, 'It looks.'))
    await app.say(sessionId, 'Stop it')
    expect(await agentsOf(app, sessionId)).toMatchObject([
      { state: 'stopped', problem: 'It is to the right.' },
    ])
    gate.open()
    const folder = join(host.folder, 'home/data/scratch', sessionId)
    expect(existsSync(folder)).toBe(true)
    await app.handlers['session.delete']({ sessionId }, CALLER)
    await app.handlers['session.emptyBin']({}, CALLER)
    await expect.poll(() => existsSync(folder)).toBe(false)
  })
})
