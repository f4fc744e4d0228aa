import { describe, expect, it } from 'vitest'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { createRunRig, type Reply, TEST_MODEL } from '../../../../test/support/rigs/run-rig.ts'
import { createInjectionRegistry } from '../../context/branch/injections.ts'
import { createTokenCounter } from '../../context/budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../../context/budget/policy.ts'
import { buildRequest } from '../../context/request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../../context/updates/builtin-injections.ts'
import type { SkillsNow } from '../../context/updates/skill-delta.ts'
import { wireMessages } from '../../models/completions/wire-messages.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { createInstructionUpdates } from './instruction-updates.ts'

const DAY = 24 * 60 * 60_000
/** A Friday, in the morning where the person is. */
const START = Date.parse('2026-02-27T06:00:00Z')
const ZONE = 'Asia/Shanghai'

const skills = (...lines: readonly string[]): SkillsNow => ({
  index: lines.map((line) => `- ${line}`).join('\n'),
  names: lines.map((line) => line.split(':')[0] ?? ''),
})
const TIDES = 'tides: How to read a tide table.'
const MOON = 'moon: What the moon does.'

function snapshot(at: number, told: SkillsNow): InstructionSnapshot {
  const section = { frozenAt: at, renderedBlock: 'Time' }
  return {
    version: 1,
    cwd: '/project',
    sections: [
      { ...section, kind: 'time' },
      { ...section, kind: 'skills', renderedBlock: `# Skills\n${told.index}` },
    ],
  }
}

/** A chat on a real log, whose runs only take what is new and are answered; and its request as it would be sent. */
async function chat() {
  const clock = createStoppedClock(START)
  const says: Reply = async function* () {
    yield { t: 'text', block: 0, text: 'Yes.' }
    yield { t: 'end', stop: 'stop', usage: { input: 1, output: 1 } }
  }
  const rig = createRunRig({ replies: [says] })
  const { log, paths, reader, bus } = rig.log
  const sessionId = await rig.open()
  const contextId = rig.sessions.get(sessionId).meta.activeContextId
  if (contextId === null) throw new Error('no context')
  const publish = (...events: readonly NewDurableEvent[]) =>
    bus.publish(
      sessionId,
      events.map((event) => ({ ...event, contextId })),
    )
  const freeze = (told: SkillsNow, at = clock.now()) =>
    publish({
      kind: 'instructions.snapshot',
      payload: { snapshot: snapshot(at, told), reason: 'manual_refresh' },
    })
  freeze(skills(TIDES))
  const news = createInstructionUpdates({
    pathOf: paths.of,
    toldIn: (id) => {
      const event = reader.newestOfKind(id, 'instructions.snapshot')
      if (event?.kind !== 'instructions.snapshot') return null
      return { snapshot: event.payload.snapshot, seq: event.seq }
    },
    now: clock.now,
    timeZone: () => ZONE,
  })
  const run = { sessionId, contextId, publish: (events: readonly NewDurableEvent[]) => publish(...events) }
  const say = (role: 'user' | 'assistant', text: string) =>
    publish({ kind: 'message', payload: { message: { role, parts: [{ t: 'text', text }] } } })
  const path = () => paths.of(sessionId, contextId)
  const bytes = () => {
    const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
    const { request } = buildRequest({
      path: path(),
      snapshot: null,
      persona: '',
      notes: '',
      currentRunId: null,
      tools: [],
      registry,
      policy: DEFAULT_POLICY,
      model: TEST_MODEL,
      count: createTokenCounter(),
    })
    return JSON.stringify(
      wireMessages(request.messages, {
        system: '',
        pictures: new Map(),
        provider: 'test',
        returnReasoning: false,
      }),
    )
  }
  return {
    clock,
    path,
    bytes,
    say,
    freeze,
    publish,
    log,
    news,
    /** A question with its answer; tells the items that were told with it. */
    ask: (text: string, there: SkillsNow | null = skills(TIDES)) => {
      say('user', text)
      const before = path().length
      news.of(there).take(run as unknown as RunHandle)
      const told = path()
        .slice(before)
        .flatMap((event) => (event.kind === 'harness.item' ? [event.payload.content] : []))
      const sent = bytes()
      say('assistant', 'Yes.')
      return { told, sent }
    },
    run: run as unknown as RunHandle,
  }
}

describe('the date', () => {
  it('is told when it has changed where the person is, once, and never while it has not', async () => {
    const { clock, ask } = await chat()
    expect(ask('One?').told).toEqual([])
    clock.advance(9 * 60 * 60_000)
    expect(ask('Later that day?').told).toEqual([])
    clock.advance(DAY)
    const { told } = ask('Next day?')
    expect(told).toEqual([
      expect.stringMatching(/28 February 2026 .*23:00 \(Asia\/Shanghai; 2026-02-28T15:00:00\.000Z\)/),
    ])
    expect(ask('And again?').told).toEqual([])
    clock.advance(60 * 60_000)
    expect(ask('After midnight?').told).toHaveLength(1)
  })

  it('leaves every byte before it as it was sent', async () => {
    const { clock, ask } = await chat()
    const sent: string[] = []
    for (const [text, there] of [
      ['One?', skills(TIDES)],
      ['Two?', skills(TIDES, MOON)],
      ['Three?', skills(MOON)],
      ['Four?', skills(MOON)],
    ] as const) {
      sent.push(ask(text, there).sent)
      clock.advance(3 * DAY)
    }
    expect(sent.at(-1)).toContain('8 March 2026')
    for (const [index, later] of sent.slice(1).entries()) {
      const before = sent[index] ?? ''
      expect(later.slice(0, before.length - 1)).toBe(before.slice(0, -1))
    }
  })

  it('is told again where the branch does not tell it any more', async () => {
    const { clock, ask, path, publish } = await chat()
    ask('One?')
    clock.advance(DAY)
    expect(ask('Two?').told).toHaveLength(1)
    const through = path().at(-1)
    if (through === undefined) throw new Error('nothing was said')
    publish({
      kind: 'compact',
      payload: {
        summary: 'They talked.',
        compactedThrough: through.id,
        trigger: 'manual',
        tokensBefore: 10,
        tokensAfter: 5,
      },
    })
    expect(ask('Three?').told).toHaveLength(1)
    expect(ask('Four?').told).toEqual([])
  })

  it('makes a request wait when it changes in the middle of a run', async () => {
    const { clock, news, run } = await chat()
    const one = news.of(null)
    expect(one.has(run)).toBe(false)
    one.take(run)
    expect(one.has(run)).toBe(false)
    clock.advance(DAY)
    expect(one.has(run)).toBe(true)
    one.take(run)
    expect(one.has(run)).toBe(false)
  })
})

describe('skills', () => {
  it('that came, went or are described anew are told once', async () => {
    const { ask } = await chat()
    expect(ask('One?').told).toEqual([])
    expect(ask('Two?', skills(TIDES, MOON)).told).toEqual([
      `These can be loaded now, or are described anew:\n- ${MOON}`,
    ])
    expect(ask('Three?', skills(TIDES, MOON)).told).toEqual([])
    expect(ask('Four?', skills(MOON)).told).toEqual(['These are gone and cannot be loaded: tides'])
    expect(ask('Five?', skills('moon: Anew.')).told).toEqual([
      'These can be loaded now, or are described anew:\n- moon: Anew.',
    ])
    expect(ask('Six?', skills('moon: Anew.')).told).toEqual([])
    expect(ask('Seven?', null).told).toEqual([])
  })

  it('are not told again after the instructions were renewed with them', async () => {
    const { ask, freeze } = await chat()
    expect(ask('One?', skills(MOON)).told).toHaveLength(1)
    freeze(skills(TIDES, MOON))
    expect(ask('Two?', skills(TIDES, MOON)).told).toEqual([])
    expect(ask('Three?', skills(TIDES)).told).toEqual(['These are gone and cannot be loaded: moon'])
  })

  it('that have no room in the list are not taken for gone', async () => {
    const { ask } = await chat()
    const cut = { index: `- ${MOON}\n- and 1 more: call the tool skill.`, names: ['moon', 'tides'] }
    expect(ask('One?', cut).told).toEqual([`These can be loaded now, or are described anew:\n- ${MOON}`])
    expect(ask('Two?', cut).told).toEqual([])
  })
})
