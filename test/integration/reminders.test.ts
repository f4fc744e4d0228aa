import { describe, expect, it } from 'vitest'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const work: Script[] = []
const story = tellChats({ respond: () => work.shift() ?? textScript('Done for now.') })
const start = (contextWindow = 128_000) =>
  story.start(PLAIN_TITLES + modelTable('model', story.server().baseUrl, { contextWindow }))

let looked = 0
/** As many rounds of honest work, none like another. */
const rounds = (count: number): Script[] =>
  Array.from({ length: count }, () => {
    looked += 1
    return callScript([{ name: 'grep', args: { pattern: `word ${looked}` } }])
  })
const steps = [
  { title: 'Read', status: 'running' },
  { title: 'Write', status: 'pending' },
]
const plan = callScript([{ name: 'plan', args: { goal: 'An almanac', steps } }])
const note = (content: string) => callScript([{ name: 'notes_set', args: { key: 'progress', content } }])

const newest = () => JSON.stringify(story.asked().at(-1)?.messages)
const times = (text: string) => newest().split(text).length - 1

describe('an agent that works for long', () => {
  it('is reminded of its plan, also over several runs', async () => {
    const { say } = await start()
    work.push(plan, ...rounds(6))
    const chat = await say('Write an almanac.')
    expect(times('Your plan has not changed')).toBe(0)
    work.push(...rounds(2))
    await say('Go on.', chat)
    expect(times('Your plan has not changed')).toBe(0)
    work.push(...rounds(2))
    await say('And on.', chat)
    expect(times('Your plan has not changed for 10 rounds; \\"Read\\" still runs.')).toBe(1)
    work.push(...rounds(4))
    await say('Further.', chat)
    expect(times('Your plan has not changed')).toBe(1)
  })

  it('is reminded of its note of progress, and no more once it is written', async () => {
    const { say } = await start()
    work.push(...rounds(26))
    const chat = await say('Look for many words.')
    expect(times('You have worked for 25 rounds without a note `progress`.')).toBe(1)
    work.push(note('All words from 1 to 26 were looked for.'), ...rounds(20))
    await say('Go on.', chat)
    expect(times('Your note `progress` has not changed')).toBe(0)
    work.push(...rounds(6))
    await say('And on.', chat)
    expect(times('Your note `progress` has not changed for 25 rounds.')).toBe(1)
  })

  it('is not reminded of notes where it cannot write any', async () => {
    const { say } = await start(32_768)
    work.push(...rounds(27))
    await say('Look for many words.')
    expect(times('without a note')).toBe(0)
  })
})
