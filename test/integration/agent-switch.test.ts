import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { ContextMode } from '#shared/session/session.ts'
import {
  type AgentHost,
  CALLER,
  openAgentHost,
  systemOf,
  toolsOf,
  wordsOf,
} from '../support/hosts/agent-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'

const poet = '---\ndescription: Writes verse.\nmode: primary\n---\n\nYou are the poet.\n'

let host: AgentHost
beforeEach(async () => {
  host = await openAgentHost()
})
afterEach(() => host.close())

/** A chat in which the builder has answered once, and the way to let somebody else go on. */
async function talked() {
  await host.put('home/agents/poet.md', poet)
  const app = await host.start()
  host.server.enqueue(
    textScript('I built a bridge.'),
    textScript('Second answer.'),
    textScript('Third answer.'),
  )
  const sessionId = await app.begin('Build something.')
  await app.app.idle()
  const to = async (agentId: string, mode?: ContextMode) =>
    app.handlers['session.switchAgent'](
      { sessionId, agentId, ...(mode === undefined ? {} : { mode }) },
      CALLER,
    )
  return { ...app, sessionId, to }
}

const kinds = (path: readonly DurableEvent[]) =>
  path.map((event) => (event.kind === 'harness.item' ? event.payload.kind : event.kind))
const divider = (path: readonly DurableEvent[]) =>
  path.flatMap((event) =>
    event.kind === 'harness.item' && event.payload.kind === 'agent-switch' ? [event.payload.attrs] : [],
  )

describe('another agent of the family', () => {
  it('goes on with what was said, as nobody but itself', async () => {
    const { to, say, look, sessionId } = await talked()
    await to('plan')
    await say(sessionId, 'Now plan.')
    const [, asked] = host.sent()
    // The server has read all this already: only what is new comes behind it.
    const [before] = host.sent()
    expect(systemOf(asked)).toBe(systemOf(before))
    expect(toolsOf(asked)).toEqual(toolsOf(before))
    expect(asked?.messages.slice(0, before?.messages.length)).toEqual(before?.messages)
    expect(wordsOf(asked)).toContain('I built a bridge.')
    expect(wordsOf(asked)).toContain('From here on you speak.')
    expect(wordsOf(asked)).toContain('You are the planner')
    const { path, folds } = await look(sessionId)
    expect(kinds(path)).toEqual(['message', 'message', 'agent-switch', 'message', 'mode', 'message'])
    expect(divider(path)).toEqual([
      { from: 'build', to: 'plan', mode: 'continue', name: 'Plan', before: 'Build' },
    ])
    expect(Object.values(folds.contexts).map(({ agentId, status, mode }) => [agentId, status, mode])).toEqual(
      [
        ['build', 'sleeping', 'fresh'],
        ['plan', 'active', 'continue'],
      ],
    )
  })

  it('is judged by its own rules at once', async () => {
    const { to, look, sessionId } = await talked()
    await to('plan')
    await to('build')
    const { folds } = await look(sessionId)
    const active = folds.session?.meta.activeContextId
    expect(Object.values(folds.contexts).find(({ id }) => id === active)?.agentId).toBe('build')
  })
})

describe('an agent of another kind', () => {
  it('is told of the conversation as of somebody else’s; the person still sees all of it', async () => {
    const { to, say, look, sessionId, handlers } = await talked()
    await to('poet')
    await say(sessionId, 'A verse, please.')
    const [, asked] = host.sent()
    expect(systemOf(asked)).toContain('You are the poet.')
    expect(systemOf(asked)).not.toContain('You are the builder')
    expect(wordsOf(asked)).toContain('<person>\\nBuild something.\\n</person>')
    expect(asked?.messages.filter(({ role }) => role === 'assistant')).toEqual([])
    expect(wordsOf(asked)).toContain('<agent-result agent=\\"build\\">')
    expect(wordsOf(asked)).toContain('I built a bridge.')
    const { path, hasOlder } = await look(sessionId)
    expect(kinds(path)).toEqual(['message', 'message', 'agent-switch', 'child-summary', 'message', 'message'])
    expect(hasOlder).toBe(false)
    const newest = await handlers['session.attach']({ sessionId, tail: 3 }, CALLER)
    expect([newest.path.length, newest.hasOlder]).toEqual([3, true])
    const before = newest.path[0]?.id
    if (before === undefined) throw new Error('nothing is shown')
    const older = await handlers['session.page']({ sessionId, before, limit: 50 }, CALLER)
    expect(kinds(older.path)).toEqual(['message', 'message', 'agent-switch'])
    expect(older.hasOlder).toBe(false)
    expect(await handlers['session.ways']({ sessionId }, CALLER)).toEqual({ forks: [], ahead: null })
  })

  it('takes nothing along when it begins anew', async () => {
    const { to, say, look, sessionId } = await talked()
    await to('poet', 'fresh')
    await say(sessionId, 'A verse, please.')
    const [, asked] = host.sent()
    expect(wordsOf(asked)).not.toContain('bridge')
    expect(wordsOf(asked)).not.toContain('Build')
    expect(kinds((await look(sessionId)).path).slice(0, 3)).toEqual(['message', 'message', 'agent-switch'])
  })

  it('does not speak on with the words of the other', async () => {
    const { to } = await talked()
    await expect(to('poet', 'continue')).rejects.toThrow('Poet is of a different kind than Build')
  })
})

describe('agents that are only chosen on the way to another', () => {
  it('leave no trace when who spoke last goes on', async () => {
    const { to, say, look, sessionId, handlers } = await talked()
    await to('plan')
    await to('poet')
    await to('build')
    const { path, folds } = await look(sessionId)
    expect(kinds(path)).toEqual(['message', 'message'])
    expect(Object.values(folds.contexts).map(({ agentId, status }) => [agentId, status])).toEqual([
      ['build', 'active'],
      ['plan', 'sleeping'],
      ['poet', 'sleeping'],
    ])
    expect((await handlers['session.ways']({ sessionId }, CALLER)).ahead).toBe(null)
    await say(sessionId, 'Go on.')
    expect(host.sent()[1]?.messages.slice(0, 3)).toMatchObject([
      ...(host.sent()[0]?.messages ?? []),
      { role: 'assistant', content: 'I built a bridge.' },
    ])
    expect(await handlers['session.ways']({ sessionId }, CALLER)).toEqual({ forks: [], ahead: null })
  })

  it('are passed over: whoever speaks next is told of who spoke', async () => {
    const { to, say, look, sessionId } = await talked()
    await to('plan')
    await to('poet')
    await say(sessionId, 'A verse, please.')
    expect(wordsOf(host.sent()[1])).toContain('The person talked to the agent Build before you.')
    expect(wordsOf(host.sent()[1])).toContain('I built a bridge.')
    const { path } = await look(sessionId)
    expect(kinds(path)).toEqual(['message', 'message', 'agent-switch', 'child-summary', 'message', 'message'])
    expect(divider(path)).toEqual([
      { from: 'build', to: 'poet', mode: 'bridge', name: 'Poet', before: 'Build' },
    ])
  })

  it('are passed over after the app was closed with one of them chosen', async () => {
    const { to, sessionId, app } = await talked()
    await to('plan')
    await to('poet')
    await app.close()
    const later = await host.start()
    await later.handlers['session.switchAgent']({ sessionId, agentId: 'build' }, CALLER)
    expect(kinds((await later.look(sessionId)).path)).toEqual(['message', 'message'])
    await later.say(sessionId, 'Go on.')
    expect(wordsOf(host.sent()[1])).toContain('I built a bridge.')
    expect(host.sent()[1]?.messages.slice(0, 2)).toEqual(host.sent()[0]?.messages)
  })

  it('are chosen once however often one asks for them', async () => {
    const { to, look, sessionId } = await talked()
    await to('plan')
    await to('plan')
    expect(kinds((await look(sessionId)).path)).toEqual(['message', 'message', 'agent-switch'])
  })
})

describe('an agent of another kind in a long chat', () => {
  const long = `At first ${'one word after another '.repeat(1_500)}and that was it.`

  /** A chat that is too long to be told whole, taken over by the poet. */
  async function takenOver(config = '') {
    await host.put('home/agents/poet.md', poet)
    if (config !== '') await host.add('home/config.toml', config)
    const app = await host.start()
    host.server.enqueue(textScript(long))
    const sessionId = await app.begin('Build something.')
    await app.app.idle()
    const to = (agentId: string) => app.handlers['session.switchAgent']({ sessionId, agentId }, CALLER)
    await to('poet')
    return { ...app, sessionId, to }
  }

  it('is told in short what was said, by the hidden agent that sums up', async () => {
    const { say, look, sessionId } = await takenOver()
    host.server.enqueue(
      textScript('A bridge was built in bridge.ts.'),
      textScript('A verse.'),
      textScript('More.'),
    )
    await say(sessionId, 'A verse, please.')
    await say(sessionId, 'Another.')
    const [, summary, asked, again] = host.sent()
    expect(systemOf(summary)).toContain('You summarise a piece of work')
    expect(wordsOf(summary)).toContain('Build something.')
    expect(wordsOf(asked)).toContain('A bridge was built in bridge.ts.')
    expect(host.sent()).toHaveLength(4)
    expect(wordsOf(again).split('A bridge was built in bridge.ts.')).toHaveLength(2)
    const { path, folds } = await look(sessionId)
    expect(kinds(path).slice(2)).toEqual([
      ...['agent-switch', 'child-summary', 'message', 'child-summary'],
      ...['message', 'message', 'message'],
    ])
    const summed = Object.values(folds.runs).find(({ agentId }) => agentId === 'summary')
    expect(summed).toMatchObject({ kind: 'system', status: 'completed', turns: 1 })
  })

  it('begins with the gist of it when no summary can be had', async () => {
    const { say, look, sessionId } = await takenOver()
    host.server.enqueue(textScript(''), textScript('A verse.'))
    await say(sessionId, 'A verse, please.')
    expect(wordsOf(host.sent().at(-1))).toContain('What the person said:\\n- Build something.')
    const { path, folds } = await look(sessionId)
    expect(kinds(path).slice(2)).toEqual(['agent-switch', 'child-summary', 'message', 'message'])
    expect(Object.values(folds.runs).map(({ agentId, status }) => [agentId, status])).toEqual([
      ['build', 'completed'],
      ['poet', 'completed'],
      ['summary', 'failed'],
    ])
  })

  it('is told nothing by a summary that was stopped, and is summed up for when it is spoken to again', async () => {
    const { say, look, sessionId, handlers, app, until } = await takenOver()
    host.server.enqueue({ silent: true })
    const target = { to: 'session' as const, sessionId }
    await handlers['session.send']({ target, text: 'A verse, please.', images: [] }, CALLER)
    await until(() => host.sent().length === 2)
    const poet = Object.values((await look(sessionId)).folds.runs).find(({ agentId }) => agentId === 'poet')
    if (poet === undefined) throw new Error('Nobody answers.')
    await handlers['run.stop']({ sessionId, runId: poet.runId }, CALLER)
    await app.idle()
    const stopped = await look(sessionId)
    expect(kinds(stopped.path).slice(2)).toEqual(['agent-switch', 'child-summary', 'message'])
    expect(Object.values(stopped.folds.runs).map(({ agentId, status }) => [agentId, status])).toEqual([
      ['build', 'completed'],
      ['poet', 'cancelled'],
      ['summary', 'cancelled'],
    ])
    host.server.enqueue(textScript('A bridge was built.'), textScript('A verse.'))
    await say(sessionId, 'Once more.')
    expect(wordsOf(host.sent().at(-1))).toContain('A bridge was built.')
  })

  it('asks nobody for a summary while agents are only chosen, or where only the person has chats summed up', async () => {
    const { say, to, sessionId } = await takenOver('\n[context]\nautoCompact = false\n')
    await to('build')
    await to('poet')
    expect(host.sent()).toHaveLength(1)
    host.server.enqueue(textScript('A verse.'))
    await say(sessionId, 'A verse, please.')
    expect(host.sent()).toHaveLength(2)
  })
})

it('refuses an agent that does not talk to people, and a switch in the middle of an answer', async () => {
  const { to, handlers, sessionId, app } = await talked()
  await expect(to('explore')).rejects.toThrow('works for other agents')
  host.server.forget()
  const gate = createGate()
  host.server.enqueue({ steps: [{ do: 'text', text: 'Hm. ' }, { do: 'wait', gate }, ...steps()] })
  const target = { to: 'session' as const, sessionId: sessionId as SessionId }
  await handlers['session.send']({ target, text: 'Go on.', images: [] }, CALLER)
  await expect(to('plan')).rejects.toThrow('still running')
  gate.open()
  await app.idle()
})

function steps() {
  const script = textScript('Done.')
  return 'steps' in script ? script.steps : []
}
