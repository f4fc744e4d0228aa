import type { AgentWord } from '../agents/agent-rows.ts'
import type { ShownGap } from '../work-time.ts'
import type { TimelineColours } from './timeline-colours.ts'
import type { Bar, Lane } from './timeline-lanes.ts'
import { ticksIn, type Window } from './timeline-scale.ts'

/** Everything a frame of the chart depends on. */
export type Chart = {
  readonly lanes: readonly Lane[]
  readonly critical: readonly Bar[]
  readonly gaps: readonly ShownGap[]
  readonly window: Window
  /** The run's position on the timeline, where live bars end. */
  readonly now: number
  readonly live: boolean
  readonly selected: number | null
  readonly hovered: number | null
  readonly width: number
  /** Of the whole chart, whatever is in sight of it. */
  readonly height: number
  /** The part in sight. Only that is drawn: a canvas as high as a thousand rows takes 45 ms to paint. */
  readonly sight: { readonly top: number; readonly height: number }
  readonly colours: TimelineColours
  readonly tickText: (at: number) => string
}

export const TOP = 20
const PITCH = 8
const BAR = 6
const LANE_GAP = 8

/** Returns the vertical offset of a lane's row in the chart. */
export function rowTop(row: number, laneIndex: number): number {
  return TOP + row * PITCH + laneIndex * LANE_GAP
}

export function laneHeight(lane: Lane): number {
  return lane.rows * PITCH
}

export function chartHeight(lanes: readonly Lane[]): number {
  const last = lanes.at(-1)
  return last === undefined ? TOP : rowTop(last.firstRow + last.rows, lanes.length)
}

export function xOf(at: number, { window, width }: Pick<Chart, 'window' | 'width'>): number {
  return ((at - window.from) / window.span) * width
}

/** Draws the part of the chart in sight. Bars outside of it cost nothing but a comparison. */
export function drawTimeline(context: CanvasRenderingContext2D, chart: Chart): void {
  context.clearRect(0, 0, chart.width, chart.sight.height)
  context.translate(0, -chart.sight.top)
  drawTickLines(context, chart)
  for (const gap of chart.gaps) drawGap(context, chart, gap)
  for (const [index, lane] of chart.lanes.entries()) {
    for (const bar of lane.bars) drawBar(context, chart, bar, index)
  }
  drawCritical(context, chart)
  drawTickTexts(context, chart)
  if (chart.live) drawNow(context, chart)
}

const ticksOf = ({ window, width }: Chart) => ticksIn(window, Math.max(2, Math.floor(width / 96)))

function drawTickLines(context: CanvasRenderingContext2D, chart: Chart): void {
  context.strokeStyle = chart.colours.line
  context.lineWidth = 1
  for (const at of ticksOf(chart)) {
    const x = Math.round(xOf(at, chart)) + 0.5
    context.beginPath()
    context.moveTo(x, 16)
    context.lineTo(x, chart.height)
    context.stroke()
  }
}

/** The times stay along the top of what is in sight, over whatever was scrolled there. */
function drawTickTexts(context: CanvasRenderingContext2D, chart: Chart): void {
  const { colours, width, sight } = chart
  context.clearRect(0, sight.top, width, 16)
  context.font = colours.font
  context.fillStyle = colours.tick
  for (const at of ticksOf(chart)) {
    const x = Math.round(xOf(at, chart)) + 0.5
    context.textAlign = x < 16 ? 'left' : x > width - 24 ? 'right' : 'center'
    context.fillText(chart.tickText(at), x < 16 ? Math.max(0, x) : x, sight.top + 10)
  }
}

const LEAST_GAP = 6
const HATCH = 6

/** A piece in which nothing was done: hatched, and wide enough to be seen. */
function drawGap(context: CanvasRenderingContext2D, chart: Chart, gap: ShownGap): void {
  const left = xOf(gap.from, chart)
  const long = Math.max(LEAST_GAP, xOf(gap.from + gap.width, chart) - left)
  if (left + long < 0 || left > chart.width) return
  context.save()
  context.beginPath()
  context.rect(left, 16, long, chart.height - 16)
  context.clip()
  context.strokeStyle = chart.colours.tick
  context.globalAlpha = 0.5
  context.lineWidth = 1
  context.beginPath()
  for (let x = left - chart.height; x < left + long; x += HATCH) {
    context.moveTo(x, chart.height)
    context.lineTo(x + chart.height, 0)
  }
  context.stroke()
  context.restore()
}

const FILLS: Readonly<Partial<Record<AgentWord, 'live' | 'wait' | 'dead'>>> = {
  running: 'live',
  waiting: 'wait',
  dead: 'dead',
}

function drawBar(context: CanvasRenderingContext2D, chart: Chart, bar: Bar, lane: number): void {
  const { colours, width, sight } = chart
  const left = xOf(bar.from, chart)
  const right = xOf(bar.to ?? chart.now, chart)
  const y = rowTop(bar.row, lane) + 1
  if (right < 0 || left > width) return
  if (y + PITCH < sight.top || y - PITCH > sight.top + sight.height) return
  const x = Math.max(-4, left)
  // The gap keeps two bars in a row apart; a short one is still a pixel wide.
  const long = Math.max(1, Math.min(width + 4, right) - x - 1)
  context.beginPath()
  context.roundRect(x, y, long, BAR, 2)
  if (bar.word === 'skipped' || bar.word === 'stopped') {
    context.strokeStyle = colours.bar
    context.lineWidth = 1
    context.stroke()
  } else {
    context.fillStyle = colours[FILLS[bar.word] ?? 'bar']
    context.fill()
  }
  if (bar.agentId !== chart.selected && bar.agentId !== chart.hovered) return
  context.beginPath()
  context.roundRect(x - 2, y - 2, long + 4, BAR + 4, 3)
  context.strokeStyle = bar.agentId === chart.selected ? colours.focus : colours.critical
  context.lineWidth = 1.5
  context.stroke()
}

/** An ink edge above the bars of the critical path, with elbows where it goes from one lane to another. */
function drawCritical(context: CanvasRenderingContext2D, chart: Chart): void {
  const laneOf = new Map(chart.lanes.map((lane, index) => [lane.key, index]))
  const rows = new Map<number, number>()
  for (const lane of chart.lanes) {
    for (const bar of lane.bars) rows.set(bar.agentId, laneOf.get(lane.key) ?? 0)
  }
  context.strokeStyle = chart.colours.critical
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  context.beginPath()
  for (const [index, bar] of chart.critical.entries()) {
    const y = rowTop(bar.row, rows.get(bar.agentId) ?? 0)
    if (index === 0) context.moveTo(xOf(bar.from, chart), y)
    else context.lineTo(xOf(bar.from, chart), y)
    const next = chart.critical[index + 1]
    context.lineTo(xOf(next?.from ?? bar.to ?? chart.now, chart), y)
  }
  context.stroke()
}

function drawNow(context: CanvasRenderingContext2D, chart: Chart): void {
  const x = Math.round(xOf(chart.now, chart)) + 0.5
  context.strokeStyle = chart.colours.live
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(x, chart.sight.top + 2)
  context.lineTo(x, chart.height)
  context.stroke()
}

/** The agent under a point of the whole chart, or null. */
export function barAt(chart: Chart, x: number, y: number): Bar | null {
  for (const [index, lane] of chart.lanes.entries()) {
    const top = rowTop(lane.firstRow, index)
    if (y < top || y > top + laneHeight(lane)) continue
    const row = lane.firstRow + Math.floor((y - top) / PITCH)
    const inRow = lane.bars.filter((bar) => bar.row === row)
    return (
      inRow.findLast((bar) => x >= xOf(bar.from, chart) - 2 && x <= xOf(bar.to ?? chart.now, chart) + 2) ??
      null
    )
  }
  return null
}
