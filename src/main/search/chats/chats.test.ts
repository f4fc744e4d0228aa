import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallId, EventId, ProjectId } from '#shared/ids.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { openSearchRig, type SearchRig } from '../../../../test/support/rigs/knowledge/search-rig.ts'

let rig: SearchRig

beforeEach(async () => {
  rig = openSearchRig((await openTempFolder('search')).path)
})
afterEach(() => rig.close())

const texts = (query: string) =>
  rig
    .ask()
    .sessions(query)
    .hits.map(({ snippet }) => snippet.text)

describe('what is found', () => {
  it('finds what was said, answered and printed, and the names of chats', () => {
    const chat = rig.chat('Deploying the reverse proxy')
    rig.user(chat, 'Why does the proxy time out?')
    rig.answer(chat, 'The **proxy** closes idle connections.')
    const details = {
      kind: 'bash' as const,
      command: 'tail proxy.log',
      exitCode: 0,
      signal: null,
      timedOut: false,
    }
    const tool = { callId: 'c1' as CallId, name: 'bash', isError: false, durationMs: 3, details }
    rig.say(chat, { role: 'tool', parts: [{ t: 'text', text: 'upstream timed out' }], tool })
    const { hits } = rig.ask().sessions('proxy')
    expect(hits.map(({ kind, tool }) => [kind, tool]).toSorted()).toEqual([
      ['assistant', null],
      ['title', null],
      ['tool', 'bash'],
      ['user', null],
    ])
    expect(hits[0]?.kind).toBe('title')
    expect(texts('timed out')).toEqual(['tail proxy.log upstream timed out'])
  })

  it('finds the lines an agent wrote, what it asked, and what was summed up', () => {
    const chat = rig.chat('Work')
    const first = rig.user(chat, 'Go on')
    const lines = [' const before = 1', '-const oldName = 2', '+const lighthouse = 2']
    const hunks = [{ oldStart: 1, newStart: 1, lines }]
    const diff = { path: 'src/tide.ts', added: 1, removed: 1, hunks, cut: false }
    const common = { callId: 'c1' as CallId, isError: false, durationMs: 3 }
    const said = (text: string) => [{ t: 'text' as const, text }]
    rig.say(chat, {
      role: 'tool',
      parts: said('Changed.'),
      tool: { ...common, name: 'edit', details: { kind: 'edit', path: 'src/tide.ts', diff } },
    })
    const question = { kind: 'question' as const, prompt: 'Which harbour is meant?', answer: 'Brest' }
    rig.say(chat, {
      role: 'tool',
      parts: said('Brest'),
      tool: { ...common, name: 'ask_user', details: question },
    })
    rig.append(chat.id, {
      kind: 'compact',
      contextId: chat.context,
      payload: {
        summary: 'They spoke of currents.',
        compactedThrough: first,
        trigger: 'manual',
        tokensBefore: 9,
        tokensAfter: 1,
        notes: [{ key: 'Depth', content: 'Forty fathoms.' }],
      },
    })
    const found = (query: string) =>
      rig
        .ask()
        .sessions(query)
        .hits.map(({ kind, tool }) => tool ?? kind)
    const wanted = ['lighthouse', 'harbour', 'currents', 'fathoms', 'oldName']
    expect(wanted.map(found)).toEqual([['edit'], ['ask_user'], ['summary'], ['summary'], []])
    expect(rig.ask().inChat(chat.id, 'currents').hits).toMatchObject([{ kind: 'summary', elsewhere: false }])
  })

  it('finds Chinese by one, two and more characters, and words that stand apart', () => {
    const chat = rig.chat('数据库')
    rig.user(chat, '请帮我研究生命起源，并搜索过去的历史。')
    const text = '请帮我研究生命起源，并搜索过去的历史。'
    for (const query of ['究', '研究', '究生', '生命起源', '搜索历史', '历史']) {
      expect(texts(query), query).toEqual([text])
    }
    expect(texts('数据')).toEqual(['数据库'])
    expect(texts('未来')).toEqual([])
  })

  it('finds a piece of code inside longer names, before its words elsewhere', () => {
    const chat = rig.chat('Code')
    rig.answer(chat, 'call the name of the user to get it')
    rig.answer(chat, 'const x = tryGetUserNameOnce(id)')
    expect(texts('GetUserName')).toEqual(['const x = tryGetUserNameOnce(id)'])
    expect(texts('user.name')).toEqual(['call the name of the user to get it'])
    expect(texts('etUse')).toEqual(['const x = tryGetUserNameOnce(id)'])
  })

  it('looks inside longer words at once only for what no word begins with, and then when asked on', () => {
    const chat = rig.chat('Pieces')
    rig.answer(chat, 'the handbook is open')
    expect(texts('ook')).toEqual(['the handbook is open'])
    rig.answer(chat, 'an ookpik is an owl')
    expect(texts('ook')).toEqual(['an ookpik is an owl'])
    expect(rig.ask().sessions('ook').more).toBe(true)
    const next = rig.ask().sessions('ook', { offset: 1 })
    expect(next.hits.map(({ snippet }) => snippet.text)).toEqual(['the handbook is open'])
    expect(next.more).toBe(false)
  })

  it('finds what agents of a chat said, named with the chat, and not once the chat is in the bin', () => {
    const chat = rig.chat('Tides')
    const agent = rig.agent('Look at the charts', chat.id)
    const below = rig.agent('Read one chart', agent.id)
    rig.answer(agent, 'There is a wreck off the coast.')
    rig.answer(below, 'The wreck lies at forty fathoms.')
    const found = () =>
      rig
        .ask()
        .sessions('wreck')
        .hits.map(({ title, within }) => [title, within?.title, within?.sessionId === chat.id])
    expect(found().toSorted()).toEqual([
      ['Look at the charts', 'Tides', true],
      ['Read one chart', 'Tides', true],
    ])
    rig.append(chat.id, { kind: 'session.meta', payload: { changes: { deletedAt: 5 } } })
    expect(found()).toEqual([])
  })

  it('does not find twice what an agent was given as a copy', () => {
    const chat = rig.chat('Tides')
    const said = rig.answer(chat, 'There is a wreck.')
    const agent = rig.agent('A fork', chat.id)
    rig.say(
      agent,
      { role: 'assistant', parts: [{ t: 'text', text: 'There is a wreck.' }] },
      { copiedFrom: said },
    )
    expect(texts('wreck')).toEqual(['There is a wreck.'])
  })

  it('marks what was asked for, in the writing of the text', () => {
    const chat = rig.chat('Marks')
    rig.user(chat, `${'x '.repeat(400)}Grüße an KUBECTL ${'y '.repeat(400)}`)
    const [hit] = rig.ask().sessions('kubectl gruß').hits
    const { text, marks } = hit?.snippet ?? { text: '', marks: [] }
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['Grüß', 'KUBECTL'])
    expect(text.startsWith('…') && text.endsWith('…')).toBe(true)
  })

  it('shows a place from the beginning of a word, and Chinese from where it comes', () => {
    const chat = rig.chat('Places')
    rig.user(chat, `${'understanding '.repeat(9)}zanzibar`)
    rig.user(chat, `${'潮汐表'.repeat(40)}桑给巴尔`)
    expect(texts('zanzibar')).toEqual([`…${'understanding '.repeat(3)}zanzibar`])
    expect(texts('桑给')[0]).toMatch(/^….{48}桑给巴尔$/)
  })

  it('keeps to project, agent, time and kind', () => {
    const one = 'prj_00000001' as ProjectId
    const first = rig.chat('First', one, 'build')
    const second = rig.chat('Second', null, 'plan')
    rig.user(first, 'common word')
    const middle = rig.log.now()
    rig.answer(second, 'common word')
    const kinds = (more: object) =>
      rig
        .ask()
        .sessions('common', more)
        .hits.map(({ title }) => title)
    expect(kinds({})).toHaveLength(2)
    expect(kinds({ projectId: one })).toEqual(['First'])
    expect(kinds({ agentId: 'plan' })).toEqual(['Second'])
    expect(kinds({ from: middle })).toEqual(['Second'])
    expect(kinds({ to: middle })).toEqual(['First'])
    expect(kinds({ kinds: ['user'] })).toEqual(['First'])
  })

  it('gives one page after the other without repeating itself', () => {
    const chat = rig.chat('Pages')
    for (let count = 0; count < 25; count += 1) rig.user(chat, `word number ${count}`)
    const page = (offset: number) => rig.ask().sessions('word', { offset, limit: 10 })
    const all = [page(0), page(10), page(20)]
    expect(all.map(({ hits, more }) => [hits.length, more])).toEqual([
      [10, true],
      [10, true],
      [5, false],
    ])
    expect(new Set(all.flatMap(({ hits }) => hits.map(({ eventId }) => eventId))).size).toBe(25)
  })

  it.each(['', ' ', '"', '*', 'AND', 'a OR b', 'NEAR(', '\0\0\0', '"""', '(((', '-', '💥💥💥'])(
    'takes %j for words and not for orders',
    (query) => {
      rig.user(rig.chat('Orders'), 'nothing of the kind: a, or b')
      expect(() => rig.ask().sessions(query)).not.toThrow()
    },
  )
})

describe('in one chat', () => {
  it('gives the places in order, and those of other branches after them', () => {
    const chat = rig.chat('Branches')
    const root = rig.user(chat, 'needle one')
    const left = rig.answer(chat, 'needle two')
    rig.append(chat.id, {
      kind: 'leaf.moved',
      payload: { cause: 'rewind', contextId: chat.context, to: root },
    })
    const right = rig.answer(chat, 'another NEEDLE')
    rig.user(rig.chat('Other'), 'needle elsewhere')
    expect(rig.ask().inChat(chat.id, 'needle').hits).toEqual([
      { eventId: root, kind: 'user', elsewhere: false, count: 1 },
      { eventId: right, kind: 'assistant', elsewhere: false, count: 1 },
      { eventId: left, kind: 'assistant', elsewhere: true, count: 1 },
    ])
  })

  it('finds single letters and signs, and Chinese pairs', () => {
    const chat = rig.chat('Short')
    const latin = rig.user(chat, 'x = 1;')
    const chinese = rig.user(chat, '今天天气')
    const found = (query: string) =>
      rig
        .ask()
        .inChat(chat.id, query)
        .hits.map(({ eventId }) => eventId)
    expect([found('x'), found(';'), found('天气'), found('天'), found('= 1')]).toEqual([
      [latin],
      [latin],
      [chinese],
      [chinese],
      [latin],
    ])
  })

  it('finds words that stand apart where they stand together nowhere, but no code', () => {
    const chat = rig.chat('Apart')
    const apart = rig.user(chat, 'The tide of 149 harbours')
    rig.user(chat, 'The harbours')
    const found = (query: string) => rig.ask().inChat(chat.id, query)
    expect(found('harbours tide')).toMatchObject({
      hits: [{ eventId: apart }],
      marks: ['harbours tide', 'harbours', 'tide'],
    })
    expect(found('The harbours')).toMatchObject({ hits: [expect.anything()], marks: ['the harbours'] })
    expect(found('harbours.tide()').hits).toEqual([])
  })

  it('counts how often the words stand in each message', () => {
    const chat = rig.chat('Counted')
    rig.user(chat, 'A remainder?')
    rig.answer(chat, 'The **remainder** of a REMAINDER is no remainders’ sum.')
    expect(
      rig
        .ask()
        .inChat(chat.id, 'remainder')
        .hits.map(({ count }) => count),
    ).toEqual([1, 3])
  })

  it('finds the place that was found over all chats, although the words stand together elsewhere', () => {
    const chat = rig.chat('Apart')
    const apart = rig.user(chat, 'The tide of the moon')
    const together = rig.user(chat, 'The moon tide')
    const found = (place?: EventId) => rig.ask().inChat(chat.id, 'moon tide', place)
    expect(found().hits.map(({ eventId }) => eventId)).toEqual([together])
    expect(found(together).hits.map(({ eventId }) => eventId)).toEqual([together])
    expect(found(apart).hits.map(({ eventId }) => eventId)).toEqual([apart, together])
  })
})
