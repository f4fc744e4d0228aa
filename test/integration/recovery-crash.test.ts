import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, linesOf, messagesOf, tellChats } from '../support/stories/chat-story.ts'

/** Each of these starts the app twice. */
const PATIENCE = { timeout: 40_000 }

const story = tellChats()
const server = () => story.server()
const start = () => story.start(modelTable('model', server().baseUrl))
const goOn = async (chats: Chats, sessionId: SessionId): Promise<string[]> => {
  await chats.handlers['session.goOn']({ sessionId }, chats.caller)
  await chats.app.idle()
  return linesOf((await chats.look(sessionId)).path)
}
const INTERRUPTED = { status: 'failed', reason: 'interrupted', error: { code: 'run.abandoned' } }
/** What the newest request said, without the instructions. */
const lastSent = () => {
  const body = server().requests.at(-1)?.body as
    | { messages: { role: string; content: unknown }[] }
    | undefined
  return (body?.messages ?? []).slice(1).map(({ role, content }) => `${role}: ${String(content)}`)
}

describe('after the app was killed', PATIENCE, () => {
  it('a question that nobody has answered yet is there, and Continue asks it', async () => {
    const chats = await start()
    server().enqueue({ silent: true }, textScript('Twice a day.'))
    const sessionId = await chats.ask('How often?')
    await server().received(1)
    const after = await story.afterCrash()
    expect(await after.runs(sessionId)).toMatchObject([INTERRUPTED])
    expect(await goOn(after, sessionId)).toEqual(['user: How often?', 'assistant: Twice a day.'])
    expect(lastSent()).toEqual(['user: How often?'])
  })

  it('an answer that was being told is asked for again by Continue', async () => {
    const chats = await start()
    server().enqueue({ steps: [{ do: 'text', text: 'Twice ' }, { do: 'hang' }] }, textScript('Twice a day.'))
    const sessionId = await chats.ask('How often?')
    await expect
      .poll(async () => JSON.stringify((await chats.look(sessionId)).inflight), PATIENCE)
      .toContain('Twice')
    const after = await story.afterCrash()
    expect(await after.runs(sessionId)).toMatchObject([INTERRUPTED])
    expect((await after.look(sessionId)).inflight).toEqual([])
    expect(await goOn(after, sessionId)).toEqual(['user: How often?', 'assistant: Twice a day.'])
  })

  it('an answer whose rest had been asked for has kept its words, and Continue asks for the rest once more', async () => {
    const chats = await start()
    const half: Script = { steps: [{ do: 'text', text: 'Half of' }, { do: 'drop' }] }
    server().enqueue(half, { silent: true }, textScript(' the answer.'))
    const sessionId = await chats.ask('Tell me')
    await server().received(2)
    const after = await story.afterCrash()
    expect(await after.runs(sessionId)).toMatchObject([INTERRUPTED])
    const lines = await goOn(after, sessionId)
    expect(lines.filter((line) => /^(user|assistant): /.test(line))).toEqual([
      'user: Tell me',
      'assistant: Half of',
      'assistant:  the answer.',
    ])
    expect(lastSent()).toEqual([
      'user: Tell me',
      'assistant: Half of',
      expect.stringContaining('Go on exactly where it ended'),
    ])
  })

  it('a command that ran is answered as interrupted, is not run again, and Continue goes on from there', async () => {
    const chats = await start()
    const sleep = callScript([{ name: 'bash', args: { command: 'sleep 20', description: 'Waits' } }])
    server().enqueue(sleep, textScript('It was cut off.'))
    const sessionId = await chats.ask('Wait a little')
    await expect.poll(async () => (await chats.look(sessionId)).tools.length, PATIENCE).toBe(1)
    const after = await story.afterCrash()
    expect(messagesOf((await after.look(sessionId)).path).at(-1)?.tool).toMatchObject({
      name: 'bash',
      isError: true,
      synthetic: 'interrupted',
    })
    expect((await goOn(after, sessionId)).at(-1)).toBe('assistant: It was cut off.')
    expect(lastSent().at(-1)).toContain('check before you repeat it')
  })

  it('what waited in the queue is held until it is released', async () => {
    const chats = await start()
    server().enqueue({ silent: true }, textScript('Six metres.'))
    const sessionId = await chats.ask('How often?')
    await server().received(1)
    await chats.handlers['queue.add']({ sessionId, lane: 'followup', text: 'How high?' }, chats.caller)
    const after = await story.afterCrash()
    expect((await after.look(sessionId)).folds.queue).toMatchObject([{ text: 'How high?', held: true }])
    await after.handlers['queue.release']({ sessionId }, after.caller)
    await after.app.idle()
    expect(linesOf((await after.look(sessionId)).path)).toEqual([
      'user: How often?',
      'user: How high?',
      'assistant: Six metres.',
    ])
  })

  it('a chat that had come to its end is not interrupted', async () => {
    const chats = await start()
    server().enqueue(textScript('Twice a day.'))
    const sessionId = await chats.say('How often?')
    const after = await story.afterCrash()
    expect(await after.runs(sessionId)).toMatchObject([{ status: 'completed' }])
  })
})

describe('a damaged entry of the log', PATIENCE, () => {
  /** Spoils what the newest message of a role holds. */
  const spoil = (role: string) => (home: string) => {
    const db = new BetterSqlite3(join(home, 'data', 'orrery.db'))
    db.prepare(
      `UPDATE events SET payload = '{"half' WHERE id =
        (SELECT id FROM events WHERE payload ->> '$.message.role' = ? ORDER BY rowid DESC LIMIT 1)`,
    ).run(role)
    db.close()
  }

  it('at the end leaves the rest of the chat to be read, stays in the file, and the chat goes on', async () => {
    const chats = await start()
    server().enqueue(textScript('Twice a day.'), textScript('Six metres.'), textScript('The moon.'))
    const sessionId = await chats.say('How often?')
    await chats.say('How high?', sessionId)
    let home = ''
    const after = await story.afterCrash((at) => {
      home = at
      spoil('assistant')(at)
    })
    expect(linesOf((await after.look(sessionId)).path)).toEqual([
      'user: How often?',
      'assistant: Twice a day.',
      'user: How high?',
    ])
    await after.say('Why?', sessionId)
    expect(linesOf((await after.look(sessionId)).path).slice(-2)).toEqual([
      'user: Why?',
      'assistant: The moon.',
    ])
    const db = new BetterSqlite3(join(home, 'data', 'orrery.db'), { readonly: true })
    expect(db.prepare(`SELECT count(*) AS n FROM events WHERE payload = '{"half'`).get()).toEqual({ n: 1 })
    db.close()
  })

  it('at the end of the log of an agent leaves its work to be read, and the agent goes on when it is spoken to', async () => {
    const chats = await start()
    const task = { title: 'Count', prompt: 'Count the files.', agent: 'general' }
    server().enqueue(
      callScript([{ name: 'agent', args: task }]),
      callScript([{ name: 'list', args: { path: '.' } }]),
      textScript('There are none.'),
      textScript('None, it says.'),
      textScript('I looked again: none.'),
    )
    const sessionId = await chats.say('How many files?')
    const [agent] = await chats.handlers['agent.runs']({ sessionId }, chats.caller)
    if (agent === undefined) throw new Error('No agent worked.')
    const spoilTheirs = (home: string) => {
      const db = new BetterSqlite3(join(home, 'data', 'orrery.db'))
      db.prepare(
        `UPDATE events SET payload = '{"half' WHERE id = (SELECT id FROM events WHERE session_id = ?
         AND payload ->> '$.message.role' = 'assistant' ORDER BY rowid DESC LIMIT 1)`,
      ).run(agent.sessionId)
      db.close()
    }
    const after = await story.afterCrash(spoilTheirs)
    const theirs = async () => linesOf((await after.look(agent.sessionId)).path)
    expect((await theirs()).at(-1)).toMatch(/^tool: /)
    expect(linesOf((await after.look(sessionId)).path).at(-1)).toBe('assistant: None, it says.')
    await after.handlers['agent.message']({ sessionId: agent.sessionId, text: 'Look again.' }, after.caller)
    await after.app.idle()
    expect((await theirs()).slice(-2)).toEqual(['user: Look again.', 'assistant: I looked again: none.'])
  })

  it('between a call and its result leaves a request that models accept', async () => {
    const chats = await start()
    const list = callScript([{ name: 'list', args: { path: '.' } }])
    server().enqueue(list, textScript('It is empty.'), textScript('The moon.'))
    const sessionId = await chats.say('What is there?')
    const after = await story.afterCrash(spoil('tool'))
    await after.say('Why?', sessionId)
    expect(linesOf((await after.look(sessionId)).path).at(-1)).toBe('assistant: The moon.')
  })
})
