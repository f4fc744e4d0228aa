import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import type { Branch } from '#shared/session/fork.ts'
import { choicesOn } from './choices.ts'

const event = (id: string, kind = 'message') => ({ id, kind }) as DurableEvent
const branch = (id: string): Branch => ({
  id: id as EventId,
  leafId: id as EventId,
  at: 0,
  text: id,
  messages: 1,
  shown: false,
})

const rest = { on: null, text: '' }

it('tells a fork at the first message after it, also when something else parted first', () => {
  const path = [event('a'), event('note', 'harness.item'), event('b'), event('c')]
  const forks = [
    { parentId: null, ...rest, branches: [branch('x'), branch('a')] },
    { parentId: 'a' as EventId, ...rest, branches: [branch('note'), branch('y')] },
    { parentId: 'x' as EventId, ...rest, branches: [branch('elsewhere'), branch('far')] },
  ]
  expect([...choicesOn(path, forks)].map(([id, { at, branches }]) => [id, at, branches.length])).toEqual([
    ['a', 1, 2],
    ['b', 0, 2],
  ])
})
