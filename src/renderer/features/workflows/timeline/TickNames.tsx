import { clockText } from '../../../ui/time.ts'
import { type Chart, xOf } from './draw-timeline.ts'
import { ticksOf } from './timeline-scale.ts'

/** The times along the top. As words of the page, since drawing them on the canvas took longer than a thousand bars. */
export function TickNames({ chart }: { chart: Chart }) {
  const { window, width } = chart
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0 h-4 overflow-hidden">
      {ticksOf(window, width).map((at) => (
        <span
          key={at}
          className="figures absolute top-0 text-[10px] text-fg-3 leading-[14px]"
          style={placeAt(xOf(at, chart), width)}
        >
          {clockText(at)}
        </span>
      ))}
    </div>
  )
}

/** Over its line, but within the chart. */
function placeAt(x: number, width: number) {
  if (x < 16) return { left: Math.max(0, x) }
  return x > width - 24 ? { right: Math.max(0, width - x) } : { left: x, transform: 'translateX(-50%)' }
}
