import { expect, it } from 'vitest'
import { createHistory, runId } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry, type InjectionDescriptor } from '../branch/injections.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { dropExpired } from './lifetime.ts'

const [anyKind] = BUILTIN_INJECTIONS
const atStart = { ...anyKind, kind: 'at-start', lifetime: 'boot' } as InjectionDescriptor
const registry = createInjectionRegistry([...BUILTIN_INJECTIONS, atStart])

it('drops what was meant for another run and keeps what belongs to the session', () => {
  const history = createHistory()
  const message = history.user('a', 1)
  const old = history.item({ lifetime: 'run' }, 1)
  const lasting = history.item({ lifetime: 'session' }, 1)
  const current = history.item({ lifetime: 'run' }, 2)
  const { events, verdicts } = dropExpired(history.path, runId(2), registry)
  expect(events.map((event) => event.id)).toEqual([message, lasting, current])
  expect(verdicts).toEqual([{ eventId: old, outcome: 'dropped', rule: 'lifetime:run' }])
})

it('drops all items of runs when there is no run', () => {
  const history = createHistory()
  history.item({ lifetime: 'run' }, 1)
  expect(dropExpired(history.path, null, registry).events).toEqual([])
})

it('never sends what only feeds the instruction snapshot', () => {
  const history = createHistory()
  const item = history.item({ kind: 'at-start' })
  expect(dropExpired(history.path, runId(1), registry).verdicts).toEqual([
    { eventId: item, outcome: 'dropped', rule: 'lifetime:boot' },
  ])
})
