import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { ended, says, saysAndHangs } from '../../../../test/support/rigs/scripted-replies.ts'
import { createTokenCounter } from '../../context/budget/count-tokens.ts'
import { createSnips } from './snips.ts'

/** Returns the messages of a branch as sent to the model, without additions of the app. */
const asSent = (path: readonly DurableEvent[]): readonly Message[] => {
  const { events } = snippedIn(path)
  return path.flatMap((event) =>
    event.kind === 'message' && !events.has(event.id) ? [event.payload.message] : [],
  )
}

async function open(replies = [says('one'), says('two'), says('three')]) {
  const rig = createRunRig({ replies, build: asSent })
  const changed: SessionId[] = []
  const { log, lane, sessions } = rig
  const snips = createSnips({
    log: log.log,
    lane,
    paths: log.paths,
    count: createTokenCounter(),
    changed: (sessionId) => void changed.push(sessionId),
  })
  const sessionId = await rig.open()
  const at = (words: string): EventId => {
    const contextId = sessions.get(sessionId).meta.activeContextId
    const path = contextId === null ? [] : log.paths.of(sessionId, contextId)
    const found = path.find((event) => event.kind === 'message' && textOf(event.payload.message) === words)
    if (found === undefined) throw new Error(`Nothing says ${words}`)
    return found.id
  }
  let runs = 0
  const say = async (words: string) => {
    rig.say(sessionId, words)
    runs += 1
    await ended(rig, sessionId, runs)
  }
  return { ...rig, snips, sessionId, at, say, send: (words: string) => rig.say(sessionId, words), changed }
}

describe('leaving an exchange out', () => {
  it('holds from the next request on, until it is put back', async () => {
    const chat = await open([says('one'), says('two'), says('three'), says('four')])
    await chat.say('first')
    await chat.say('second')
    chat.snips.snip(chat.sessionId, chat.at('first'))
    await chat.say('third')
    chat.snips.restore(chat.sessionId, chat.at('first'))
    await chat.say('fourth')
    const asked = chat.requests.map(({ messages }) => messages.map(textOf))
    expect(asked.slice(2)).toEqual([
      ['second', 'two', 'third'],
      ['first', 'one', 'second', 'two', 'third', 'three', 'fourth'],
    ])
    expect(chat.changed).toEqual([chat.sessionId, chat.sessionId])
  })

  it('lists what can be put back', async () => {
    const chat = await open()
    expect(await chat.snips.list(chat.sessionId)).toEqual([])
    await chat.say('first')
    await chat.say('second')
    chat.snips.snip(chat.sessionId, chat.at('first'))
    const [listed, ...more] = await chat.snips.list(chat.sessionId)
    expect(listed).toMatchObject({ first: chat.at('first'), words: 'first', next: chat.at('second') })
    expect(more).toEqual([])
    chat.snips.restore(chat.sessionId, chat.at('first'))
    expect(await chat.snips.list(chat.sessionId)).toEqual([])
  })

  it('is refused for what was asked last, for answers, and while somebody is at work', async () => {
    const chat = await open([says('one'), says('two'), saysAndHangs('three')])
    await chat.say('first')
    await chat.say('second')
    expect(() => chat.snips.snip(chat.sessionId, chat.at('second'))).toThrow('cannot be excluded')
    expect(() => chat.snips.snip(chat.sessionId, chat.at('one'))).toThrow('no longer part of this chat')
    chat.send('third')
    expect(() => chat.snips.snip(chat.sessionId, chat.at('first'))).toThrow('still running')
  })

  it('is one event however often it is asked for', async () => {
    const chat = await open()
    await chat.say('first')
    await chat.say('second')
    const first = chat.at('first')
    chat.snips.snip(chat.sessionId, first)
    chat.snips.snip(chat.sessionId, first)
    chat.snips.restore(chat.sessionId, first)
    chat.snips.restore(chat.sessionId, first)
    const kinds = chat.log.reader.eventsAfter(chat.sessionId, 0).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind.startsWith('exchange.'))).toEqual([
      'exchange.snipped',
      'exchange.restored',
    ])
  })
})
