import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import { echo, ended, runsOf, says, transcript } from '../../../../test/support/rigs/scripted-replies.ts'
import type { InterceptHook } from '../../hooks/hook.ts'
import type { ModelChunk } from '../../models/model.ts'
import type { Tool } from '../../tools/tool.ts'

const DONE: ModelChunk = { t: 'end', stop: 'tool_calls', usage: { input: 10, output: 5 } }

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

const call = (callId: string, name: string, word = name): ModelChunk => ({
  t: 'tool_args',
  callId,
  name,
  text: JSON.stringify({ word }),
})

/** A tool that only looks, and says to the test when it does. */
const looks = (name: string, run: (word: string, signal: AbortSignal) => Promise<string>): Tool => ({
  ...echo(name, run),
  early: true,
})

describe('a call that only looks', () => {
  it('begins while the answer is still being written, and is stored where it was announced', async () => {
    const looked = gate()
    const replies: Reply[] = [
      async function* () {
        yield call('one', 'look')
        await looked.opened
        yield call('two', 'look', 'again')
        yield DONE
      },
      says('Seen.'),
    ]
    const look = looks('look', async (word) => {
      looked.open()
      return word
    })
    const rig = createRunRig({ replies, tools: [look] })
    const announced: string[] = []
    const stored: string[] = []
    rig.log.bus.subscribe((_, events) => {
      for (const event of events) {
        if (event.kind === 'tool.started') announced.push(event.payload.eventId)
        if (event.kind === 'message' && event.payload.message.role === 'tool') stored.push(event.id)
      }
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(transcript(rig, sessionId).slice(1)).toEqual([
      'assistant: ',
      'tool: look',
      'tool: again',
      'assistant: Seen.',
    ])
    expect(stored).toEqual(announced)
  })

  it('waits for the whole answer when somebody has to be asked, and is asked about once', async () => {
    const begun: string[] = []
    const rig = createRunRig({
      replies: [
        async function* () {
          yield call('one', 'look')
          begun.push('still writing')
          yield DONE
        },
        says('Seen.'),
      ],
      tools: [
        looks('look', async (word) => {
          begun.push(word)
          return word
        }),
      ],
      judge: () => ({ verdict: 'ask', reason: '' }),
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    const asks = () => Object.values(rig.log.store.folds(sessionId).interactions)
    await rig.until(sessionId, () => asks().length > 0)
    expect([begun, asks().length]).toEqual([['still writing'], 1])
    const requestId = asks()[0]?.requestId
    if (requestId === undefined) throw new Error('nothing was asked')
    rig.answers.give(sessionId, requestId, { outcome: 'approved' }, { scope: 'once' })
    await ended(rig, sessionId)
    expect(begun).toEqual(['still writing', 'look'])
  })

  it('does not overtake a call that acts', async () => {
    const order: string[] = []
    const noted = (name: string) => async (word: string) => {
      order.push(name)
      return word
    }
    const rig = createRunRig({
      replies: [
        async function* () {
          yield call('one', 'act')
          yield call('two', 'look')
          order.push('still writing')
          yield DONE
        },
        says('Done.'),
      ],
      tools: [{ ...echo('act', noted('act'), false), access: 'execute' }, looks('look', noted('look'))],
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(order).toEqual(['still writing', 'act', 'look'])
  })

  it('comes to nothing with an answer that breaks off', async () => {
    const stopped: boolean[] = []
    const begun = gate()
    const rig = createRunRig({
      replies: [
        async function* () {
          yield { t: 'text', block: 0, text: 'Let me see.' }
          yield call('one', 'look')
          await begun.opened
          throw AppError.quoting('llm.stream', 'The connection was lost.')
        },
      ],
      tools: [
        looks('look', (_word, signal) => {
          begun.open()
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              stopped.push(true)
              reject(signal.reason)
            })
          })
        }),
      ],
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(transcript(rig, sessionId)).toEqual(['user: Go', 'assistant: Let me see.'])
    expect(stopped).toEqual([true])
    expect(rig.log.bus.underWay(sessionId)).toEqual({ inflight: [], tools: [], loading: null })
  })

  it('is made anew when the model then wrote other arguments', async () => {
    const words: string[] = []
    const rig = createRunRig({
      replies: [
        async function* () {
          yield { t: 'tool_args', callId: 'one', name: 'look', text: '{"word":"a"}' }
          yield { t: 'tool_args', callId: 'one', text: ' ' }
          yield { t: 'tool_args', callId: 'two', name: 'look', text: '{"word":"b"}' }
          yield { t: 'tool_args', callId: 'two', text: ' "more"}' }
          yield DONE
        },
        says('Done.'),
      ],
      tools: [
        looks('look', async (word) => {
          words.push(word)
          return word
        }),
      ],
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(words).toEqual(['a', 'b'])
    expect(transcript(rig, sessionId)[2]).toBe('tool: a')
    expect(transcript(rig, sessionId)[3]).toContain('Your call of `look` could not be read as JSON')
  })

  it('does not begin before hooks that look at calls have seen it whole', async () => {
    const order: string[] = []
    const hook: InterceptHook<'tool.before'> = {
      point: 'tool.before',
      key: 'test',
      owner: 'test',
      source: 'user',
      order: 0,
      timeoutMs: 1_000,
      onError: 'block',
      isFor: () => true,
      run: async () => {
        order.push('hook')
        return {}
      },
    }
    const rig = createRunRig({
      replies: [
        async function* () {
          yield call('one', 'look')
          order.push('still writing')
          yield DONE
        },
        says('Done.'),
      ],
      tools: [
        looks('look', async (word) => {
          order.push('look')
          return word
        }),
      ],
      hooks: [hook],
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(order).toEqual(['still writing', 'hook', 'look'])
  })
})

describe('however an answer with calls ends', () => {
  const written = fc.record({
    tool: fc.constantFrom('look', 'act', 'ask first'),
    pause: fc.boolean(),
  })
  const reply = fc.record({
    calls: fc.array(written, { minLength: 1, maxLength: 4 }),
    end: fc.constantFrom('whole', 'whole', 'breaks', 'is stopped'),
  })

  it('every stored call has one answer, in order, and what acts has acted once, after it was stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 4 }), async (answers) => {
        const acted: string[] = []
        const unstored: string[] = []
        const acts = async (word: string) => {
          acted.push(word)
          const calls = rig.messages(sessionId).flatMap(toolCallsOf)
          if (!calls.some(({ args }) => JSON.stringify(args) === JSON.stringify({ word })))
            unstored.push(word)
          return word
        }
        const replies = answers.map(({ calls, end }, turn): Reply => {
          return async function* (_request, signal) {
            for (const [index, { tool, pause }] of calls.entries()) {
              yield call(`call_${index}`, tool, `${turn} ${index}`)
              if (pause) await new Promise((resolve) => void setImmediate(resolve))
            }
            if (end === 'breaks') throw AppError.quoting('llm.stream', 'The connection was lost.')
            if (end === 'is stopped') {
              const [run] = runsOf(rig, sessionId).filter(({ status }) => status === 'running')
              if (run !== undefined)
                void rig.supervisor.cancel(sessionId, run.runId, 'Stopped by you.').catch(() => {})
              signal.throwIfAborted()
            }
            yield DONE
          }
        })
        const rig = createRunRig({
          replies: [...replies, says('Done.')],
          tools: [
            looks('look', async (word) => word),
            { ...echo('act', acts, false), access: 'execute' },
            { ...looks('ask first', acts), access: 'edit' },
          ],
          judge: (tool) => ({ verdict: tool === 'ask first' ? 'deny' : 'allow', reason: 'No.' }),
        })
        const sessionId = await rig.open()
        rig.say(sessionId, 'Go')
        await ended(rig, sessionId)
        await rig.supervisor.idle()

        const open: string[] = []
        for (const message of rig.messages(sessionId)) {
          if (message.role === 'tool') expect(message.tool?.callId).toBe(open.shift())
          else expect(open).toEqual([])
          open.push(...toolCallsOf(message).map(({ callId }) => callId))
        }
        expect([open, unstored]).toEqual([[], []])
        expect(new Set(acted).size).toBe(acted.length)
        expect(rig.log.bus.underWay(sessionId)).toEqual({ inflight: [], tools: [], loading: null })
      }),
      { numRuns: 60 },
    )
  })
})
