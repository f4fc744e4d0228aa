import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createWorkflowStory } from '../../../../../test/support/stories/workflow-story.ts'
import { criticalPath } from './critical-path.ts'
import { timelineKey } from './timeline-keys.ts'
import { lanesOf } from './timeline-lanes.ts'
import { panned, ticksIn, zoomed } from './timeline-scale.ts'

it('gives each agent the first free row of its lane', () => {
  const story = createWorkflowStory(['A', 'B'])
  story.agent({ phase: 'A' }, 0, 10)
  story.agent({ phase: 'A' }, 0, 20)
  story.agent({ phase: 'A' }, 10, 30)
  story.agent({ phase: 'B' }, 30)
  const lanes = lanesOf(story.view())
  expect(lanes.map((lane) => [lane.title, lane.firstRow, lane.rows])).toEqual([
    ['A', 0, 2],
    ['B', 2, 1],
  ])
  expect(lanes.flatMap((lane) => lane.bars.map((bar) => [bar.agentId, bar.row]))).toEqual([
    [1, 0],
    [2, 1],
    [3, 0],
    [4, 2],
  ])
})

it('draws a nested workflow that is folded as one lane of one row, which says so', () => {
  const story = createWorkflowStory(['A'])
  story.agent({ phase: 'A' }, 0, 10)
  story.agent({ phase: 'Look', group: 'coast' }, 10, 20)
  story.agent({ phase: 'Look', group: 'coast' }, 10, 30)
  story.agent({ phase: 'Sum', group: 'coast' }, 30, 40)
  const shape = (folded: ReadonlySet<string>) =>
    lanesOf(story.view(), folded).map(({ title, fold, rows, bars }) => [title, fold, rows, bars.length])
  expect(shape(new Set())).toEqual([
    ['A', null, 1, 1],
    ['Look', 'open', 2, 2],
    ['Sum', null, 1, 1],
  ])
  expect(shape(new Set(['coast']))).toEqual([
    ['A', null, 1, 1],
    [null, 'folded', 1, 3],
  ])
})

it('never lets two bars of one row overlap', () => {
  const span = fc.tuple(fc.nat(1_000), fc.nat(200))
  fc.assert(
    fc.property(fc.array(span, { maxLength: 60 }), (spans) => {
      const story = createWorkflowStory()
      for (const [from, long] of spans) story.agent({ phase: 'A' }, from, from + long)
      const bars = lanesOf(story.view()).flatMap((lane) => lane.bars)
      for (const bar of bars) {
        const before = bars.filter((other) => other.row === bar.row && other.from < bar.from)
        expect(before.every((other) => (other.to ?? Number.POSITIVE_INFINITY) <= bar.from)).toBe(true)
      }
    }),
  )
})

it('leaves out what never ran: queued agents and results from the memo', () => {
  const story = createWorkflowStory()
  story.agent({})
  story.agent({}, 0, 0, { memo: true })
  expect(lanesOf(story.view()).flatMap((lane) => lane.bars)).toEqual([])
})

it('follows the chain of agents that kept the run as long as it was', () => {
  const story = createWorkflowStory()
  story.agent({ label: 'scope' }, 0, 1_000)
  story.agent({ label: 'short' }, 1_000, 2_000)
  story.agent({ label: 'long' }, 1_000, 5_000)
  story.agent({ label: 'aside' }, 2_000, 4_900)
  story.agent({ label: 'report' }, 5_100, 6_000)
  const bars = lanesOf(story.view()).flatMap((lane) => lane.bars)
  expect(criticalPath(bars, 6_000).map((bar) => bar.label)).toEqual(['scope', 'long', 'report'])
})

it('ends the critical path of a live run with the agent that has been at work longest', () => {
  const story = createWorkflowStory()
  story.agent({ label: 'first' }, 0, 1_000)
  story.agent({ label: 'slow' }, 1_000)
  story.agent({ label: 'late' }, 4_000)
  const bars = lanesOf(story.view()).flatMap((lane) => lane.bars)
  expect(criticalPath(bars, 9_000).map((bar) => bar.label)).toEqual(['first', 'slow'])
})

it('ends for any set of agents and never goes back in time', () => {
  const span = fc.tuple(fc.nat(5_000), fc.nat(2_000))
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
      const story = createWorkflowStory()
      for (const [from, long] of spans) story.agent({}, from, from + long)
      const path = criticalPath(
        lanesOf(story.view()).flatMap((lane) => lane.bars),
        10_000,
      )
      const starts = path.map((bar) => bar.from)
      expect(starts).toEqual(starts.toSorted((left, right) => left - right))
      expect(path.length > 0).toBe(spans.length > 0)
    }),
  )
})

it('zooms around the pointer and stays within the run', () => {
  expect(zoomed({ from: 0, span: 60_000 }, 2, 30_000, 60_000)).toEqual({ from: 15_000, span: 30_000 })
  expect(zoomed({ from: 15_000, span: 30_000 }, 0.1, 30_000, 60_000)).toEqual({ from: 0, span: 60_000 })
  expect(panned({ from: 15_000, span: 30_000 }, 90_000, 60_000)).toEqual({ from: 30_000, span: 30_000 })
})

it('writes no more moments along the top than there is room for', () => {
  expect(ticksIn({ from: 0, span: 720_000 }, 8)).toEqual([
    0, 120_000, 240_000, 360_000, 480_000, 600_000, 720_000,
  ])
  // A run that was left alone for three years is not marked with a thousand days.
  expect(ticksIn({ from: 0, span: 3 * 365 * 86_400_000 }, 8)).toHaveLength(8)
})

it('goes from bar to bar with the arrows and chooses with Enter', () => {
  const story = createWorkflowStory()
  story.agent({}, 0, 5)
  story.agent({}, 5, 9)
  const bars = lanesOf(story.view()).flatMap((lane) => lane.bars)
  expect(timelineKey('ArrowRight', bars, null)).toEqual({ does: 'mark', agentId: 1 })
  expect(timelineKey('ArrowRight', bars, 1)).toEqual({ does: 'mark', agentId: 2 })
  expect(timelineKey('ArrowRight', bars, 2)).toEqual({ does: 'mark', agentId: 2 })
  expect(timelineKey('Enter', bars, 2)).toEqual({ does: 'choose', agentId: 2 })
  expect(timelineKey('x', bars, 2)).toBeNull()
})
