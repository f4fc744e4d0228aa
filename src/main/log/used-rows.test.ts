import { describe, expect, it } from 'vitest'
import type { ContextId, EventId } from '#shared/ids.ts'
import { aheadOf, forkPointsOf, newestLeafOf, type TreeRow } from './fork-points.ts'
import { usedRows } from './used-rows.ts'

const id = (name: string) => `evt_${name}` as EventId
const row = (name: string, parent: string | null, of: string, kind = 'message'): TreeRow => ({
  id: id(name),
  parent_id: parent === null ? null : id(parent),
  kind,
  context: `ctx_${of}` as ContextId,
})
const left = (rows: readonly TreeRow[], leaf: string) => usedRows(rows, id(leaf)).map((each) => each.id)

describe('a conversation in which an agent was only chosen', () => {
  const asked = row('asked', null, 'build')
  const chosen = row('chosen', 'asked', 'plan', 'harness.item')
  const then = row('then', 'asked', 'build')

  it('goes on in one way, and ends where something was said', () => {
    const rows = usedRows([asked, chosen, then], id('then'))
    expect(forkPointsOf(rows, id('then'))).toEqual([])
    expect(left([asked, chosen], 'asked')).toEqual([id('asked')])
    expect(aheadOf(usedRows([asked, chosen], id('asked')), id('asked'))).toBe(null)
    expect(newestLeafOf(usedRows([asked, chosen], null), id('asked'))).toBe(id('asked'))
  })

  it('stands with it while it is chosen, with the way on that there is besides', () => {
    const rows = usedRows([asked, then, chosen], id('chosen'))
    const [fork] = forkPointsOf(rows, id('chosen'))
    expect(fork?.branches.map((branch) => [branch.id, branch.shown])).toEqual([
      [id('then'), false],
      [id('chosen'), true],
    ])
  })

  it('keeps what was said to it, and what another went on from', () => {
    const said = row('said', 'chosen', 'plan')
    expect(left([asked, chosen, said, then], 'then')).toHaveLength(4)
    const next = row('next', 'chosen', 'other', 'harness.item')
    expect(left([asked, chosen, next, then], 'then')).toEqual([id('asked'), id('chosen'), id('then')])
  })

  it('keeps notes that stand among what was said', () => {
    expect(left([asked, row('note', 'asked', 'build', 'harness.item')], 'asked')).toHaveLength(2)
  })
})
