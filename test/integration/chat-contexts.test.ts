import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContextId } from '#shared/ids.ts'
import type { ContextMode } from '#shared/session/session.ts'
import { type AgentHost, CALLER, openAgentHost, systemOf, wordsOf } from '../support/hosts/agent-host.ts'
import { createGate, textScript } from '../support/models/model-script.ts'

const poet = '---\ndescription: Writes verse.\nmode: primary\n---\n\nYou are the poet.\n'

let host: AgentHost
beforeEach(async () => {
  host = await openAgentHost()
})
afterEach(() => host.close())

/** A chat in which the builder and then the poet have answered. */
async function talked() {
  await host.put('home/agents/poet.md', poet)
  const app = await host.start()
  host.server.enqueue(textScript('I built a bridge.'), textScript('A verse on tides.'))
  const sessionId = await app.begin('Build something.')
  await app.app.idle()
  const { handlers } = app
  const to = (agentId: string, mode?: ContextMode) =>
    handlers['session.switchAgent']({ sessionId, agentId, ...(mode === undefined ? {} : { mode }) }, CALLER)
  await to('poet')
  await app.say(sessionId, 'A verse, please.')
  const list = () => handlers['session.contexts']({ sessionId }, CALLER)
  const of = async (agentId: string): Promise<ContextId> => {
    const found = (await list()).find((row) => row.agentId === agentId)
    if (found === undefined) throw new Error(`${agentId} has no context.`)
    return found.id
  }
  const open = async (agentId: string) =>
    handlers['session.openContext']({ sessionId, contextId: await of(agentId) }, CALLER)
  return { ...app, sessionId, to, list, of, open }
}

describe('the contexts of a chat', () => {
  it('are listed newest first, with their agent, state and last words', async () => {
    const { list } = await talked()
    expect(await list()).toMatchObject([
      {
        name: 'Poet',
        status: 'active',
        mode: 'bridge',
        before: 'Build',
        messages: 1,
        words: 'A verse, please.',
      },
      {
        name: 'Build',
        status: 'sleeping',
        mode: 'fresh',
        before: null,
        messages: 1,
        words: 'Build something.',
      },
    ])
  })

  it('are resumed with their own history and a record of what was said meanwhile', async () => {
    const { open, say, look, sessionId } = await talked()
    await open('build')
    host.server.enqueue(textScript('On it.'))
    await say(sessionId, 'And now?')
    const asked = host.sent().at(-1)
    expect(systemOf(asked)).toContain('You are the builder')
    // The very history of the first request, with the answer in the words of the agent itself.
    expect(asked?.messages.slice(0, 3)).toMatchObject([
      ...(host.sent()[0]?.messages ?? []),
      { role: 'assistant', content: 'I built a bridge.' },
    ])
    expect(wordsOf(asked)).toContain('the person talked to the agent Poet')
    expect(wordsOf(asked)).toContain('A verse on tides.')
    const { path, folds } = await look(sessionId)
    expect(path[0]).toMatchObject({ kind: 'message' })
    expect(Object.values(folds.contexts)).toHaveLength(2)
    expect(Object.values(folds.contexts).map(({ agentId, status }) => [agentId, status])).toEqual([
      ['build', 'active'],
      ['poet', 'sleeping'],
    ])
  })

  it('are resumed by choosing the agent again, back and forth, each with what is new only', async () => {
    const { to, say, sessionId, list } = await talked()
    await to('build')
    host.server.enqueue(textScript('On it.'), textScript('Another verse.'))
    await say(sessionId, 'And now?')
    await to('poet')
    await say(sessionId, 'More verse.')
    const asked = host.sent().at(-1)
    expect(systemOf(asked)).toContain('You are the poet.')
    expect(wordsOf(asked)).toContain('A verse on tides.')
    expect(wordsOf(asked)).toContain('On it.')
    // The builder's first answer came with the first switch, and only with that.
    expect(wordsOf(asked).split('I built a bridge.')).toHaveLength(2)
    expect((await list()).map(({ name, status, mode }) => [name, status, mode])).toEqual([
      ['Poet', 'active', 'bridge'],
      ['Build', 'sleeping', 'fresh'],
    ])
  })

  it('add nothing to a history when nothing was said meanwhile', async () => {
    const { open, look, sessionId } = await talked()
    await open('build')
    const before = (await look(sessionId)).path.length
    await open('poet')
    await open('build')
    expect((await look(sessionId)).path).toHaveLength(before)
  })

  it('survive a restart', async () => {
    const { app, sessionId, of } = await talked()
    const contextId = await of('build')
    await app.close()
    const later = await host.start()
    await later.handlers['session.openContext']({ sessionId, contextId }, CALLER)
    host.server.enqueue(textScript('On it.'))
    await later.say(sessionId, 'And now?')
    expect(host.sent().at(-1)?.messages.slice(0, 2)).toEqual(host.sent()[0]?.messages)
  })

  it('begin again with the same agent: with a summary, or fresh', async () => {
    const { to, say, sessionId, list } = await talked()
    await to('poet', 'fresh')
    host.server.enqueue(textScript('Fresh verse.'), textScript('Third verse.'))
    await say(sessionId, 'Begin.')
    expect(wordsOf(host.sent().at(-1))).not.toContain('A verse on tides.')
    await to('poet', 'bridge')
    await say(sessionId, 'Go on.')
    expect(wordsOf(host.sent().at(-1))).toContain('Fresh verse.')
    expect((await list()).map(({ name, mode }) => [name, mode])).toEqual([
      ['Poet', 'bridge'],
      ['Poet', 'fresh'],
      ['Poet', 'bridge'],
      ['Build', 'fresh'],
    ])
  })
})

describe('a closed context', () => {
  it('stays in the list, and no switch returns to it', async () => {
    const { of, to, list, open, sessionId, handlers } = await talked()
    const contextId = await of('build')
    await handlers['session.closeContext']({ sessionId, contextId }, CALLER)
    expect((await list()).find(({ id }) => id === contextId)).toMatchObject({ status: 'closed' })
    await expect(open('build')).rejects.toThrow('This context is closed')
    await to('build')
    const rows = await list()
    expect(
      rows.filter(({ agentId }) => agentId === 'build').map(({ status, mode }) => [status, mode]),
    ).toEqual(
      expect.arrayContaining([
        ['active', 'bridge'],
        ['closed', 'fresh'],
      ]),
    )
  })

  it('is never the active one, and nothing changes during a run', async () => {
    const { of, open, sessionId, handlers, app } = await talked()
    const contextId = await of('poet')
    await expect(handlers['session.closeContext']({ sessionId, contextId }, CALLER)).rejects.toThrow(
      'This context is active',
    )
    const gate = createGate()
    host.server.enqueue({ steps: [{ do: 'text', text: 'Hm. ' }, { do: 'wait', gate }, ...steps()] })
    const target = { to: 'session' as const, sessionId }
    await handlers['session.send']({ target, text: 'Go on.', images: [] }, CALLER)
    await expect(open('build')).rejects.toThrow('still running')
    gate.open()
    await app.idle()
  })
})

function steps() {
  const script = textScript('Done.')
  return 'steps' in script ? script.steps : []
}
