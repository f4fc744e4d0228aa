import { expect, it } from 'vitest'
import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { type AgentFact, newLife, next } from './agent-state.ts'
import { keepPatient, type LiveAgent, type LiveAgents } from './live-agents.ts'

/** Opens running agents and records the calls to their time limits. */
function open(parents: Readonly<Record<string, string>>, queued: readonly string[] = []) {
  const live: LiveAgents = new Map()
  const told: Record<string, (string | boolean)[]> = {}
  for (const [name, parent] of Object.entries(parents)) {
    const heard: (string | boolean)[] = []
    told[name] = heard
    const patience = {
      alive: () => void heard.push('alive'),
      standStill: (waits: boolean) => void heard.push(waits),
      close: () => {},
    }
    const waits = queued.includes(name)
    let life = newLife(false, waits)
    if (!waits) life = next(life, { kind: 'slotTaken', limits: patience })
    const apply = (fact: AgentFact) => {
      life = next(life, fact)
    }
    const agent = { sessionId: name, parent, life: () => life, apply }
    live.set(name as SessionId, agent as unknown as LiveAgent)
  }
  const at = (name: string): LiveAgent => {
    const agent = live.get(name as SessionId)
    if (agent === undefined) throw new Error(`Nobody is named ${name}.`)
    return agent
  }
  return { live, at, told }
}

function inBackground(...agents: LiveAgent[]): void {
  for (const agent of agents) agent.apply({ kind: 'sentToBackground' })
}

function asks(agent: LiveAgent): void {
  agent.apply({ kind: 'heard', events: [{ kind: 'interaction.requested' } as SessionEvent] })
}

const FAMILY = { top: 'chat', middle: 'top', low: 'middle', aside: 'top' }

it('hears of whoever is heard of, and of all it works for', () => {
  const { live, at, told } = open(FAMILY)
  keepPatient(live, at('middle'))
  expect(told).toEqual({ top: ['alive', false], middle: ['alive', false], low: [], aside: [] })
})

it('lets nobody run out of time who waits for somebody that asks the person', () => {
  const { live, at, told } = open(FAMILY)
  asks(at('low'))
  keepPatient(live, at('low'))
  keepPatient(live, at('aside'))
  expect(told).toEqual({
    low: ['alive', true],
    middle: ['alive', true],
    top: ['alive', true, 'alive', true],
    aside: ['alive', false],
  })
})

it('lets nobody run out of time who waits for somebody that waits for a place', () => {
  const { live, at, told } = open(FAMILY, ['low'])
  keepPatient(live, at('low'))
  expect(told).toMatchObject({ middle: ['alive', true], top: ['alive', true] })
  at('low').apply({ kind: 'slotTaken', limits: { alive: () => {}, standStill: () => {}, close: () => {} } })
  keepPatient(live, at('low'))
  expect(told).toMatchObject({
    middle: ['alive', true, 'alive', false],
    top: ['alive', true, 'alive', false],
  })
})

it('lets who waits for nobody run out of time, whatever those do and ask who work for it in the background', () => {
  const { live, at, told } = open(FAMILY)
  inBackground(at('middle'))
  asks(at('low'))
  keepPatient(live, at('low'))
  keepPatient(live, at('top'))
  expect(told).toEqual({
    low: ['alive', true],
    middle: ['alive', true],
    top: ['alive', false],
    aside: [],
  })
})
