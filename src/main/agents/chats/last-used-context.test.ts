import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { ContextId, EventId, SessionId } from '#shared/ids.ts'
import type { ContextMode, ContextRecord } from '#shared/session/session.ts'
import { lastUsedContext } from './last-used-context.ts'

const id = (name: string) => ContextId.parse(`ctx_${name.padEnd(8, '0')}`)
const context = (name: string, from: string | null, mode: ContextMode): ContextRecord => ({
  id: id(name),
  sessionId: SessionId.parse('ses_00000001'),
  agentId: name,
  personaHash: '',
  leaf: null,
  status: 'active',
  from: from === null ? null : id(from),
  mode,
})
const event = (of: string, kind: 'message' | 'agent-switch' | 'steer' | 'compact'): DurableEvent => {
  const item = kind === 'agent-switch' || kind === 'steer'
  const payload = item ? { kind, visibility: 'display' } : {}
  const common = { id: EventId.parse('evt_00000001'), contextId: id(of) }
  return { ...common, kind: item ? 'harness.item' : kind, payload } as unknown as DurableEvent
}

/** Build has spoken, plan was chosen after it, and has what is given besides. */
function spoken(own: readonly DurableEvent[], mode: ContextMode = 'continue'): string {
  const build = context('build', null, 'fresh')
  const plan = context('plan', 'build', mode)
  const contexts = { [build.id]: build, [plan.id]: plan }
  return lastUsedContext(contexts, () => [event('build', 'message'), ...own], plan).agentId
}
const chosen = event('plan', 'agent-switch')

describe('the history in which something was said last', () => {
  it('is that of who spoke before somebody was only chosen', () => {
    expect(spoken([chosen])).toBe('build')
  })

  it('is that of whoever was told something since', () => {
    expect(spoken([chosen, event('plan', 'message')])).toBe('plan')
    expect(spoken([chosen, event('plan', 'steer')])).toBe('plan')
    expect(spoken([chosen, event('plan', 'compact')])).toBe('plan')
  })

  it('is that of whom one went back in to an earlier place', () => {
    expect(spoken([])).toBe('plan')
  })

  it('is that of who was told to begin anew', () => {
    expect(spoken([chosen], 'fresh')).toBe('plan')
  })
})
