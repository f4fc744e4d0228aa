import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { clockText } from '../../../ui/base/time.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { usePhaseName } from '../phases/PhaseName.tsx'
import type { ShownGap } from '../work-time.ts'
import { barAt, type Chart, chartHeight, drawTimeline } from './draw-timeline.ts'
import { LaneNames } from './LaneNames.tsx'
import { TimelineTip } from './TimelineTip.tsx'
import { TimelineWords } from './TimelineWords.tsx'
import { useTimelineColours } from './timeline-colours.ts'
import { timelineKey } from './timeline-keys.ts'
import type { Bar, Lane } from './timeline-lanes.ts'
import type { TimelineWindow } from './timeline-window.ts'

type TimelineChartProps = {
  readonly lanes: readonly Lane[]
  readonly critical: readonly Bar[]
  readonly gaps: readonly ShownGap[]
  readonly now: number
  readonly live: boolean
  readonly window: TimelineWindow
  readonly selected: number | null
  readonly onSelect: (agentId: number) => void
  readonly onFold: (group: string) => void
}

/** The lanes with their names, drawn on a canvas so that a thousand bars cost one paint. */
export function TimelineChart(props: TimelineChartProps) {
  const { lanes, critical, gaps, now, live, window, selected, onSelect, onFold } = props
  const t = useText()
  const nameOf = usePhaseName()
  const box = useRef<HTMLDivElement>(null)
  const { width } = useSize(box)
  const scroller = useRef<HTMLElement>(null)
  const sight = useSight(scroller)
  const colours = useTimelineColours()
  const [hovered, setHovered] = useState<number | null>(null)
  const height = chartHeight(lanes)
  const chart = useMemo(
    (): Chart => ({
      lanes,
      critical,
      gaps,
      now,
      live,
      selected,
      hovered,
      width,
      height,
      sight,
      colours,
      window: window.window,
      tickText: clockText,
    }),
    [lanes, critical, gaps, now, live, selected, hovered, width, height, sight, colours, window.window],
  )
  const bars = useMemo(
    () => lanes.flatMap((lane) => lane.bars).toSorted((left, right) => left.from - right.from),
    [lanes],
  )
  const tip = bars.find((bar) => bar.agentId === hovered) ?? null
  const shows = ({ from, span }: TimelineWindow['window']) =>
    t('workflows.timeline.shows', { from: clockText(from), to: clockText(from + span) })
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of a button in here are the button's.
    if (event.target !== event.currentTarget) return
    const action = timelineKey(event.key, bars, hovered ?? selected)
    if (action === null) return
    event.preventDefault()
    event.stopPropagation()
    if (action.does === 'zoom') window.zoom(action.factor)
    else if (action.does === 'fit') window.fit()
    else if (action.does === 'mark') setHovered(action.agentId)
    else onSelect(action.agentId)
  }
  return (
    <figure
      ref={scroller}
      aria-label={t('workflows.timeline')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its bars are reached by the arrow keys
      tabIndex={0}
      {...(window.zoomed ? { 'aria-description': shows(window.window) } : {})}
      onKeyDown={onKeyDown}
      onBlur={() => setHovered(null)}
      className="relative grid min-h-0 flex-1 grid-cols-[136px_minmax(0,1fr)] content-start overflow-y-auto px-4 pb-2 focus-visible:outline-offset-[-2px]"
    >
      <LaneNames lanes={lanes} onFold={onFold} />
      <div ref={box} className="relative min-w-0" style={{ height }}>
        <Canvas chart={chart} window={window} onHover={setHovered} onSelect={onSelect} />
        {tip === null ? null : (
          <TimelineTip
            bar={tip}
            chart={chart}
            laneIndex={lanes.findIndex((lane) => lane.bars.includes(tip))}
          />
        )}
      </div>
      <TimelineWords lanes={lanes} critical={critical} gaps={gaps} now={now} nameOf={nameOf} />
    </figure>
  )
}

type CanvasProps = {
  readonly chart: Chart
  readonly window: TimelineWindow
  readonly onHover: (agentId: number | null) => void
  readonly onSelect: (agentId: number) => void
}

function Canvas({ chart, window, onHover, onSelect }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<{ x: number; moved: boolean } | null>(null)
  useDrawn(canvas, chart)
  useWheel(canvas, chart, window)
  const barUnder = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return barAt(chart, event.clientX - left, event.clientY - top + chart.sight.top)
  }
  const onPointerMove = (event: PointerEvent) => {
    const drag = dragged.current
    if (drag === null || event.buttons === 0) return onHover(barUnder(event)?.agentId ?? null)
    const by = event.clientX - drag.x
    if (!drag.moved && Math.abs(by) < 4) return
    dragged.current = { x: event.clientX, moved: true }
    window.pan((-by / chart.width) * chart.window.span)
  }
  const onPointerUp = (event: PointerEvent) => {
    const bar = dragged.current?.moved === true ? null : barUnder(event)
    dragged.current = null
    if (bar !== null) onSelect(bar.agentId)
  }
  return (
    <canvas
      ref={canvas}
      onPointerDown={(event) => {
        dragged.current = { x: event.clientX, moved: false }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerLeave={() => onHover(null)}
      style={{ width: chart.width, height: drawnHeight(chart) }}
      className="sticky top-0 block"
    />
  )
}

const drawnHeight = ({ height, sight }: Chart): number => Math.min(height, sight.height)

/** Returns the visible part of an element while it is scrolled and zoomed. */
function useSight(scroller: React.RefObject<HTMLElement | null>): Chart['sight'] {
  const { height } = useSize(scroller)
  const [top, setTop] = useState(0)
  useEffect(() => {
    const target = scroller.current
    if (target === null) return
    const follow = () => setTop(target.scrollTop)
    target.addEventListener('scroll', follow, { passive: true })
    return () => target.removeEventListener('scroll', follow)
  }, [scroller])
  return useMemo(() => ({ top, height }), [top, height])
}

/** Draws once a frame at most, whatever changed in between. */
function useDrawn(canvas: React.RefObject<HTMLCanvasElement | null>, chart: Chart): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const target = canvas.current
      const context = target?.getContext('2d')
      if (target === null || context === null || context === undefined) return
      const ratio = devicePixelRatio
      const [width, height] = [Math.round(chart.width * ratio), Math.round(drawnHeight(chart) * ratio)]
      if (target.width !== width) target.width = width
      if (target.height !== height) target.height = height
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      drawTimeline(context, chart)
    })
    return () => cancelAnimationFrame(frame)
  }, [canvas, chart])
}

/** Ctrl and the wheel zoom around the pointer, the wheel sideways pans. React's own wheel cannot be prevented. */
function useWheel(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  chart: Chart,
  window: TimelineWindow,
): void {
  useEffect(() => {
    const target = canvas.current
    if (target === null) return
    const onWheel = (event: WheelEvent) => {
      const { from, span } = chart.window
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        const at = from + (event.offsetX / chart.width) * span
        window.zoom(event.deltaY < 0 ? 1.25 : 1 / 1.25, at)
        return
      }
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (sideways === 0) return
      event.preventDefault()
      window.pan((sideways / chart.width) * span)
    }
    target.addEventListener('wheel', onWheel, { passive: false })
    return () => target.removeEventListener('wheel', onWheel)
  }, [canvas, chart, window])
}
