import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { ModelRef } from '#shared/ids.ts'
import type { SentRequest } from '../support/hosts/agent-host.ts'
import { stepsOf } from '../support/hosts/rule-host.ts'
import { callScript, createGate, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, linesOf, tellChats } from '../support/stories/chat-story.ts'

const PATIENCE = { timeout: 40_000 }
const SOON = { timeout: 8_000 }

type Rule = readonly [word: string, script: (asked: string, all: string) => Script]
const QUICKLY = textScript('Quickly found.')
const HANGS: Script = { steps: [{ do: 'text', text: 'I am at' }, { do: 'hang' }] }
const LOOKS = callScript([{ name: 'list', args: { path: '.' } }])

let gate = createGate()
let goesOn: Script = HANGS
const RULES: readonly Rule[] = [
  ['app was closed while you worked', () => textScript('Slowly found.')],
  [
    'Both',
    () =>
      callScript([
        { name: 'agent', args: { title: 'Quick', prompt: 'QUICK' } },
        { name: 'agent', args: { title: 'Slow', prompt: 'SLOW' } },
      ]),
  ],
  ['QUICK', () => ({ steps: [{ do: 'wait', gate }, ...stepsOf(LOOKS)] })],
  ['SLOW', () => ({ steps: [{ do: 'wait', gate }, ...stepsOf(LOOKS)] })],
  ['You were paused', (_asked, all) => (all.includes('QUICK') ? QUICKLY : goesOn)],
  ['made', () => textScript('Slowly found.')],
  ['Leave that', () => textScript('I leave it.')],
  ['found.', () => textScript('I have both.')],
]
const story = tellChats({
  respond: ({ body }) => {
    const { messages } = body as SentRequest
    const asked = JSON.stringify(messages.at(-1))
    // On a slow machine news of the project can come after the words about the pause.
    const isPaused = JSON.stringify(sinceAnswer(messages)).includes('You were paused')
    const rule = RULES.find(([word]) => asked.includes(word) || (isPaused && word === 'You were paused'))
    return rule?.[1](asked, JSON.stringify(messages)) ?? textScript('I see.')
  },
})

/** The messages after the last answer of the model. */
const sinceAnswer = (messages: SentRequest['messages']) =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)

const LINES = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: null }
const agentsOf = async ({ handlers, caller }: Chats, sessionId: SessionId) =>
  (await handlers['agent.runs']({ sessionId }, caller)).toSorted((left, right) =>
    left.title.localeCompare(right.title),
  )
const statesOf = async (chats: Chats, sessionId: SessionId) =>
  (await agentsOf(chats, sessionId)).map(({ state }) => state)
const notesOf = async (chats: Chats, sessionId: SessionId) =>
  linesOf((await chats.look(sessionId)).path).filter((line) => line.startsWith('child-summary'))
const linesIn = async (chats: Chats, sessionId: SessionId) => linesOf((await chats.look(sessionId)).path)
/** How often an agent was asked to go on after the pause. */
const askedAfterPause = (title: string) =>
  story.asked().filter(({ messages }) => {
    const newest = JSON.stringify(sinceAnswer(messages))
    return newest.includes('You were paused') && JSON.stringify(messages).includes(title)
  }).length

/** How often an agent sent its first request. */
const askedFirst = (prompt: string) =>
  story.asked().filter(({ messages }) => JSON.stringify(messages.at(-1)).includes(prompt)).length

/** A chat that waits again for two agents with which it was paused; the quick one has ended. */
async function waitingAgain(slowly: Script = HANGS) {
  gate = createGate()
  goesOn = slowly
  const chats = await story.start(modelTable('model', story.server().baseUrl))
  const target = { to: 'project', projectId: chats.projectId, permissionMode: 'ask' } as const
  const model = ModelRef.parse('test/scripted')
  const wanted = { target: { ...target, model }, text: 'Both, please.', images: [] }
  const asked = askedFirst('QUICK') + askedFirst('SLOW')
  const { sessionId } = await chats.handlers['session.send'](wanted, chats.caller)
  await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['running', 'running'])
  // An agent runs before its first request is sent. The pause must come after it.
  await expect.poll(() => askedFirst('QUICK') + askedFirst('SLOW'), SOON).toBe(asked + 2)
  const draw = (stopTokens: number | null) =>
    chats.handlers['session.update'](
      { sessionId, changes: { limits: { ...LINES, stopTokens } } },
      chats.caller,
    )
  await draw(1)
  gate.open()
  await chats.app.idle()
  expect(await statesOf(chats, sessionId)).toEqual(['paused', 'paused'])
  await draw(null)
  await chats.handlers['agent.goOnAll']({ sessionId }, chats.caller)
  await expect.poll(() => notesOf(chats, sessionId), SOON).toEqual(['child-summary: Quickly found.'])
  return { chats, sessionId }
}

describe('a chat that waits again for agents it was paused with', PATIENCE, () => {
  it.each(['killed', 'closed'] as const)(
    'goes on waiting after the app was %s, and takes what each found once',
    async (how) => {
      const { chats, sessionId } = await waitingAgain()
      await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['done', 'running'])
      if (how === 'closed') await story.end(chats)
      const after = await story.afterCrash()
      expect(await statesOf(after, sessionId)).toEqual(['done', 'interrupted'])
      await after.handlers['session.goOn']({ sessionId }, after.caller)
      await after.app.idle()
      expect((await linesIn(after, sessionId)).slice(-3)).toEqual([
        'child-summary: Quickly found.',
        'child-summary: Slowly found.',
        'assistant: I have both.',
      ])
      expect(await statesOf(after, sessionId)).toEqual(['done', 'done'])
      expect(askedAfterPause('QUICK')).toBe(1)
    },
  )

  it('takes what one found once when the app was killed before it was stored that nobody waits', async () => {
    const { sessionId } = await waitingAgain()
    const after = await story.afterCrash((home) => {
      const db = new Database(join(home, 'data', 'orrery.db'))
      const record = "json_set(record, '$.meta.awaited', json('true'))"
      const { changes } = db.prepare(`UPDATE sessions SET record = ${record} WHERE kind = 'child'`).run()
      expect(changes).toBe(2)
      db.close()
    })
    await after.handlers['session.goOn']({ sessionId }, after.caller)
    await after.app.idle()
    expect(await notesOf(after, sessionId)).toEqual([
      'child-summary: Quickly found.',
      'child-summary: Slowly found.',
    ])
  })

  it('waits for the answer of the person that one of them has asked for', async () => {
    const { chats, sessionId } = await waitingAgain(
      callScript([{ name: 'bash', args: { command: 'touch made.txt && echo made' } }]),
    )
    await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(['done', 'waiting'])
    const after = await story.afterCrash()
    await after.handlers['session.goOn']({ sessionId }, after.caller)
    const slow = (await agentsOf(after, sessionId)).at(-1)
    const requestId = slow?.asks[0]?.requestId
    if (slow === undefined || requestId === undefined) throw new Error('Nothing is asked.')
    await after.handlers['interaction.answer'](
      { sessionId: slow.sessionId, requestId, outcome: 'approved', remember: { scope: 'once' } },
      after.caller,
    )
    await expect
      .poll(async () => (await linesIn(after, sessionId)).slice(-2), SOON)
      .toEqual(['child-summary: Slowly found.', 'assistant: I have both.'])
    await after.app.idle()
    expect(
      story.asked().filter(({ messages }) => JSON.stringify(messages.at(-1)).includes('found.')),
    ).toHaveLength(1)
    expect(await statesOf(after, sessionId)).toEqual(['done', 'done'])
  })

  it('is told how far they came when the person says something else instead', async () => {
    const { sessionId } = await waitingAgain()
    const after = await story.afterCrash()
    await after.say('Leave that.', sessionId)
    const lines = await linesIn(after, sessionId)
    expect(lines.at(-1)).toBe('assistant: I leave it.')
    expect(lines.filter((line) => line.startsWith('child-summary'))).toEqual([
      'child-summary: Quickly found.',
      expect.stringContaining('To let it go on from where it stood, call agent with resume'),
    ])
    expect(await statesOf(after, sessionId)).toEqual(['done', 'interrupted'])
    await after.say('Leave that too.', sessionId)
    expect(await notesOf(after, sessionId)).toHaveLength(2)
  })
})
