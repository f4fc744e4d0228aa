import { describe, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunStatus } from '#shared/run/run.ts'
import { createGate } from '../../../../test/support/models/model-script.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import { inItsPlace } from './child-place.ts'

/** An agent whose run stands like this, and how it stands whenever something is heard of it. */
function open(status: RunStatus, hasRoom: boolean) {
  const heard: string[] = []
  const gate = createGate()
  let at = status
  const publish = (events: readonly NewDurableEvent[]) => {
    for (const event of events) {
      if (event.kind !== 'run.status') continue
      at = event.payload.to
      heard.push(`${event.payload.from} → ${at}`)
    }
    return []
  }
  const free = () => void heard.push('freed')
  const work = inItsPlace(
    {
      idleMs: () => 1_000,
      places: { hasRoom: () => hasRoom, take: () => (hasRoom ? free : gate.passed.then(() => free)) },
      patience: () => ({ alive: () => {}, standStill: () => {}, close: () => {} }),
    },
    async () => void heard.push(`works, ${at}`),
    { depth: 1, hardMs: 1_000, expired: () => {}, quiet: () => {}, began: () => {} },
  )
  const run = { runId: 'run_1', record: () => ({ status: at }), publish } as unknown as RunHandle
  return { heard, gate, done: work(run) }
}

describe('an agent', () => {
  it('that gets its place at once says nothing of it', async () => {
    const { heard, done } = open('running', true)
    await done
    expect(heard).toEqual(['works, running', 'freed'])
  })

  it('that has waited since it was registered begins with its place', async () => {
    const { heard, gate, done } = open('pending', false)
    expect(heard).toEqual([])
    gate.open()
    await done
    expect(heard).toEqual(['pending → running', 'works, running', 'freed'])
  })

  it('that goes on after an answer of the person says that it waits again', async () => {
    const { heard, gate, done } = open('running', false)
    expect(heard).toEqual(['running → pending'])
    gate.open()
    await done
    expect(heard).toEqual(['running → pending', 'pending → running', 'works, running', 'freed'])
  })
})
