import { expect, it } from 'vitest'
import { createWorkflowStory } from '../../../../../test/support/stories/workflow-story.ts'
import { barAt, type Chart, chartHeight, drawTimeline, rowTop } from './draw-timeline.ts'
import { lanesOf } from './timeline-lanes.ts'

const colour = '#000'
const colours = {
  bar: colour,
  live: colour,
  wait: colour,
  dead: colour,
  critical: colour,
  focus: colour,
  line: colour,
  tick: colour,
  font: '11px sans',
}

/** Creates the chart of a run with parallel agents and a visible range. */
function chartOf(agents: number, sight: Chart['sight']): Chart {
  const story = createWorkflowStory(['A'])
  for (let at = 0; at < agents; at += 1) story.agent({ phase: 'A' }, 0, 1_000)
  const lanes = lanesOf(story.view())
  return {
    lanes,
    sight,
    colours,
    critical: [],
    gaps: [],
    now: 1_000,
    live: false,
    selected: null,
    hovered: null,
    width: 800,
    height: chartHeight(lanes),
    window: { from: 0, span: 1_000 },
    tickText: String,
  }
}

/** A canvas that only notes where bars are drawn, from its own top. */
function paper() {
  const tops: number[] = []
  let moved = 0
  const known: Record<string, unknown> = {
    translate: (_x: number, y: number) => {
      moved += y
    },
    roundRect: (_x: number, y: number) => tops.push(y + moved),
  }
  const context = new Proxy(known, { get: (target, name) => target[String(name)] ?? (() => undefined) })
  return { context: context as unknown as CanvasRenderingContext2D, tops }
}

it('draws the bars in sight and no others, however many there are', () => {
  const { context, tops } = paper()
  drawTimeline(context, chartOf(1_000, { top: 4_000, height: 160 }))
  expect(tops.length).toBeLessThan(25)
  expect(Math.min(...tops)).toBeLessThanOrEqual(0)
  expect(Math.max(...tops)).toBeGreaterThan(150)
})

it('finds a bar far down by its place in the whole chart', () => {
  const chart = chartOf(1_000, { top: 4_000, height: 160 })
  expect(barAt(chart, 400, rowTop(600, 0) + 2)).toMatchObject({ agentId: 601 })
})
