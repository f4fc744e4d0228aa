import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { textOf } from '#shared/session/message-words.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import {
  calls,
  echo,
  ended,
  says,
  saysAndHangs,
  transcript,
} from '../../../../test/support/rigs/scripted-replies.ts'
import { createBranches } from './branches.ts'

/** A server that wants nothing to do with it. */
const fails: Reply = () => {
  throw AppError.quoting('llm.auth', 'The key is wrong.')
}

function open(replies: Reply[]) {
  const rig = createRunRig({ replies, tools: [echo('look', async (word) => word)] })
  const { log, sessions, lane } = rig
  const branches = createBranches({ log: log.log, sessions, lane, reader: log.reader })
  let runs = 0
  return {
    ...rig,
    branches,
    /** Does something that starts a run, and waits for its end. */
    settling: async (sessionId: SessionId, act: () => void) => {
      act()
      runs += 1
      await ended(rig, sessionId, runs)
    },
    /** The event of the message on the branch that says this. */
    at: (sessionId: SessionId, words: string): EventId => {
      const contextId = sessions.get(sessionId).meta.activeContextId
      const path = contextId === null ? [] : log.paths.of(sessionId, contextId)
      const found = path.find((event) => event.kind === 'message' && textOf(event.payload.message) === words)
      if (found === undefined) throw new Error(`Nothing says ${words}`)
      return found.id
    },
    shown: (sessionId: SessionId) => transcript(rig, sessionId),
  }
}

async function withTwoAnswers(...more: Reply[]) {
  const rig = open([says('One.'), says('Two.'), ...more])
  const sessionId = await rig.open()
  await rig.settling(sessionId, () => rig.say(sessionId, 'First'))
  await rig.settling(sessionId, () => rig.say(sessionId, 'Second'))
  return { ...rig, sessionId }
}

const BOTH = ['user: First', 'assistant: One.', 'user: Second', 'assistant: Two.']

describe('the branches of a chat', () => {
  it('goes back to a message, and forward again', async () => {
    const { branches, sessionId, shown, at } = await withTwoAnswers()
    const second = at(sessionId, 'Second')
    branches.rewind(sessionId, at(sessionId, 'One.'))
    expect(shown(sessionId)).toEqual(BOTH.slice(0, 2))
    branches.visit(sessionId, second)
    expect(shown(sessionId)).toEqual(BOTH)
  })

  it('says what came after the place one has gone back to, until one is at an end again', async () => {
    const { branches, sessionId, at } = await withTwoAnswers()
    const [one, two] = [at(sessionId, 'One.'), at(sessionId, 'Two.')]
    expect(branches.ways(sessionId)).toEqual({ forks: [], ahead: null })
    branches.rewind(sessionId, one)
    const ahead = { leafId: two, ways: 1, isSummary: false }
    expect(branches.ways(sessionId).ahead).toEqual({ from: one, messages: 2, ...ahead })
    branches.rewind(sessionId, null)
    expect(branches.ways(sessionId).ahead).toEqual({ from: null, messages: 4, ...ahead })
    branches.visit(sessionId, two)
    expect(branches.ways(sessionId).ahead).toBeNull()
  })

  it('sends an early message in other words and keeps the first way', async () => {
    const { branches, sessionId, shown, at, settling, log } = await withTwoAnswers(says('Anew.'))
    const first = at(sessionId, 'First')
    await settling(sessionId, () => branches.resend(sessionId, first, 'Better'))
    expect(shown(sessionId)).toEqual(['user: Better', 'assistant: Anew.'])
    const [fork] = log.reader.forks(sessionId, null)
    expect(fork).toMatchObject({
      parentId: null,
      branches: [
        { id: first, text: 'First', messages: 4 },
        { text: 'Better', messages: 2 },
      ],
    })
    branches.visit(sessionId, first)
    expect(shown(sessionId)).toEqual(BOTH)
  })

  it('tells the model only the way it is on', async () => {
    const { branches, sessionId, at, settling, requests } = await withTwoAnswers(says('Anew.'))
    await settling(sessionId, () => branches.resend(sessionId, at(sessionId, 'Second'), 'Third'))
    expect(requests.at(-1)?.messages.map(textOf)).toEqual(['First', 'One.', 'Third'])
  })

  it('asks for another answer to the same question', async () => {
    const { branches, sessionId, shown, at, settling } = await withTwoAnswers(says('Another.'))
    await settling(sessionId, () => branches.answerAgain(sessionId, at(sessionId, 'Two.')))
    expect(shown(sessionId)).toEqual([...BOTH.slice(0, 3), 'assistant: Another.'])
  })

  it('refuses a place between a call and its result, and one of another chat', async () => {
    const rig = open([calls('look'), says('Done.'), says('Other.')])
    const sessionId = await rig.open()
    await rig.settling(sessionId, () => rig.say(sessionId, 'Go'))
    expect(() => rig.branches.rewind(sessionId, rig.at(sessionId, ''))).toThrow(
      'A tool was being called here',
    )
    const other = await rig.open()
    expect(() => rig.branches.rewind(other, rig.at(sessionId, 'Done.'))).toThrow(
      'no longer part of this chat',
    )
    expect(() => rig.branches.resend(sessionId, rig.at(sessionId, 'Done.'), 'x')).toThrow('your own messages')
  })

  it('leaves a chat alone in which the agent is at work', async () => {
    const rig = open([saysAndHangs('Half')])
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    expect(() => rig.branches.rewind(sessionId, null)).toThrow('still running')
    await rig.supervisor.close('The test is over.')
  })

  it('goes on with an answer that was broken off', async () => {
    const rig = open([saysAndHangs('Half an ans'), says('wer.')])
    const sessionId = await rig.open()
    const stopped = rig.settling(sessionId, () => rig.say(sessionId, 'Go'))
    await rig.until(sessionId, () => rig.log.bus.underWay(sessionId).inflight.length > 0)
    const [run] = Object.values(rig.log.store.folds(sessionId).runs)
    if (run === undefined) throw new Error('no run')
    await rig.lane.stop(sessionId, run.runId, 'Stopped by you.')
    await stopped
    await rig.settling(sessionId, () => rig.branches.goOn(sessionId))
    expect(rig.shown(sessionId)).toEqual(['user: Go', 'assistant: Half an ans', 'assistant: wer.'])
  })

  it('goes on with a question again after it failed, and says it once', async () => {
    const rig = open([fails, says('Here.')])
    const sessionId = await rig.open()
    await rig.settling(sessionId, () => rig.say(sessionId, 'Go'))
    await rig.settling(sessionId, () => rig.branches.goOn(sessionId))
    expect(rig.shown(sessionId)).toEqual(['user: Go', 'assistant: Here.'])
    const [first, second] = Object.values<RunRecord>(rig.log.store.folds(sessionId).runs)
    expect(second?.retryOf).toBe(first?.runId)
  })

  it('goes on with results without asking for them again', async () => {
    const rig = open([calls('look'), fails, says('Seen.')])
    const sessionId = await rig.open()
    await rig.settling(sessionId, () => rig.say(sessionId, 'Go'))
    await rig.settling(sessionId, () => rig.branches.goOn(sessionId))
    expect(rig.shown(sessionId).at(-1)).toBe('assistant: Seen.')
    expect(rig.requests).toHaveLength(3)
  })

  it('does not go on where everything is answered', async () => {
    const { branches, sessionId, requests } = await withTwoAnswers()
    expect(() => branches.goOn(sessionId)).toThrow('Everything in this chat is answered')
    expect(requests).toHaveLength(2)
  })
})
