import { describe, expect, it } from 'vitest'
import { HELD_OUT, LAST, TUNING } from '../../../../test/support/tool-search/fresh-questions.ts'
import { FROZEN } from '../../../../test/support/tool-search/frozen-questions.ts'
import { FROZEN_TOOLS } from '../../../../test/support/tool-search/frozen-tools.ts'
import { CLOSED } from '../../../../test/support/tool-search/last-questions.ts'
import { LAST_TOOLS } from '../../../../test/support/tool-search/last-tools.ts'
import { listedTool } from '../../../../test/support/tool-search/listed-tool.ts'
import { MANY_TOOLS } from '../../../../test/support/tool-search/many-tools.ts'
import { ELSEWHERE } from '../../../../test/support/tool-search/other-questions.ts'
import { OTHER_TOOLS } from '../../../../test/support/tool-search/other-tools.ts'
import {
  ASKED,
  ASKED_LATER,
  BY_RULE,
  type ToolQuestion,
} from '../../../../test/support/tool-search/questions.ts'
import { UNSEEN } from '../../../../test/support/tool-search/unseen-questions.ts'
import { contentWordsOf } from '../../ranking/words.ts'
import { createToolIndex, type ToolIndex } from './tool-index.ts'

const TOOLS = MANY_TOOLS.map(listedTool)
const index = createToolIndex()(TOOLS)
const ALL_TOOLS = [...MANY_TOOLS, ...OTHER_TOOLS, ...LAST_TOOLS]
const WITH_FROZEN = [...ALL_TOOLS, ...FROZEN_TOOLS]
const widest = createToolIndex()(ALL_TOOLS.map(listedTool))
const withFrozen = createToolIndex()(WITH_FROZEN.map(listedTool))

const firstThree = (asks: string, required: readonly string[] = [], search: ToolIndex = index) =>
  search(asks, required)
    .slice(0, 3)
    .map(({ item }) => `${item.server?.name} ${item.server?.tool}`)

const share = (questions: readonly ToolQuestion[], search: ToolIndex = index): number =>
  questions.filter(({ asks, tool }) => firstThree(asks, [], search).includes(tool)).length / questions.length

const isChinese = ({ asks }: ToolQuestion) => /\p{Script=Han}/u.test(asks)

describe('a search among 200 tools of 10 servers', () => {
  it('has 40 questions by rule and 60 of people, 15 of them Chinese, about tools that are there', () => {
    expect([TOOLS.length, new Set(TOOLS.map(({ name }) => name)).size]).toEqual([200, 200])
    expect(new Set(MANY_TOOLS.map(({ server }) => server)).size).toBe(10)
    expect([BY_RULE.length, ASKED.length, ASKED.filter(isChinese).length]).toEqual([40, 60, 15])
    expect([ELSEWHERE.length, CLOSED.length]).toEqual([43, 44])
    expect([FROZEN.length, FROZEN.filter(isChinese).length]).toEqual([70, 16])
    const known = new Set(WITH_FROZEN.map(({ server, name }) => `${server} ${name}`))
    expect(
      [
        ...ASKED,
        ...ASKED_LATER,
        ...TUNING,
        ...HELD_OUT,
        ...LAST,
        ...UNSEEN,
        ...ELSEWHERE,
        ...CLOSED,
        ...FROZEN,
      ].filter(({ tool }) => !known.has(tool)),
    ).toEqual([])
  })

  it('has questions of people that share at most one content word with the name and the description', () => {
    const shared = [
      ...ASKED,
      ...TUNING,
      ...HELD_OUT,
      ...LAST,
      ...UNSEEN,
      ...ELSEWHERE,
      ...CLOSED,
      ...FROZEN,
    ].map(({ asks, tool }) => {
      const found = WITH_FROZEN.find(({ server, name }) => `${server} ${name}` === tool)
      const own = new Set(contentWordsOf(`${found?.name} ${found?.description}`))
      return { asks, words: [...new Set(contentWordsOf(asks))].filter((word) => own.has(word)) }
    })
    expect(shared.filter(({ words }) => words.length > 1)).toEqual([])
  })

  it('finds at least 95 % of those by rule and 80 % of those of people among the first three', () => {
    const figures = {
      byRule: share(BY_RULE),
      people: share(ASKED),
      chinese: share(ASKED.filter(isChinese)),
      later: share(ASKED_LATER),
      // Half of the fresh questions was looked at during the work on the thesaurus. No word was added for the others.
      tuning: share(TUNING),
      heldOut: share(HELD_OUT),
      last: share(LAST),
      unseen: share(UNSEEN),
      unseenChinese: share(UNSEEN.filter(isChinese)),
      // Among 336 tools: words of these fields were added with a look at the first questions, and none for the second.
      elsewhere: share(ELSEWHERE, widest),
      closed: share(CLOSED, widest),
      // Among 400 tools: no word was added for these.
      frozen: share(FROZEN, withFrozen),
      frozenChinese: share(FROZEN.filter(isChinese), withFrozen),
    }
    const said = `Found among the first three: ${JSON.stringify(figures)}`
    expect(figures.byRule, said).toBeGreaterThanOrEqual(0.95)
    expect(figures.people, said).toBeGreaterThanOrEqual(0.8)
    expect(figures.chinese, said).toBeGreaterThanOrEqual(0.8)
    expect(figures.later, said).toBeGreaterThanOrEqual(0.9)
    expect(figures.tuning, said).toBeGreaterThanOrEqual(0.85)
    // What people ask in quite other words is found about every second time: the search compares no meanings.
    expect(figures.heldOut, said).toBeGreaterThanOrEqual(0.55)
    expect(figures.last, said).toBeGreaterThanOrEqual(0.8)
    expect(figures.unseen, said).toBeGreaterThanOrEqual(0.7)
    expect(figures.elsewhere, said).toBeGreaterThanOrEqual(0.7)
    expect(figures.closed, said).toBeGreaterThanOrEqual(0.35)
    expect(figures.frozen, said).toBeGreaterThanOrEqual(0.25)
    process.stdout.write(`${said}\n`)
  })

  it('reads through politeness, and finds a tool by what is said of its arguments', () => {
    expect(firstThree('Could you please create a ticket right now?')).toEqual(firstThree('create a ticket'))
    expect(firstThree('有没有办法退款')).toEqual(firstThree('退款'))
    expect(firstThree('please').length).toBeLessThanOrEqual(3)
    const [tool] = TOOLS
    if (tool === undefined) throw new Error('There are tools.')
    const told = {
      type: 'object',
      properties: { x: { type: 'string', description: 'The zodiac sign' }, y: 7, z: { description: {} } },
    } as const
    const found = createToolIndex()([...TOOLS, { ...tool, name: 'mcp__a__b', toldSchema: told }])('zodiac')
    expect(found.map(({ item }) => item.name)).toEqual(['mcp__a__b'])
  })

  it('keeps only tools that have each required word', () => {
    const found = index('create', ['channel'])
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ item }) => /channel/i.test(JSON.stringify(item)))).toBe(true)
    expect(firstThree('createTicket')).toContain('tracker createTicket')
    expect(index('', [])).toEqual([])
  })
})
