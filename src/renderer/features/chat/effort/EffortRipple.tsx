import { useEffect, useRef } from 'react'
import { useMatches } from '../../../ui/hooks/use-matches.ts'
import { ripple } from './ripple.ts'

/** The size of a cell, in pixels. */
const CELL = { width: 8, height: 12 } as const
/** The time between two drawings, in milliseconds: about 16 a second. */
const TICK_MS = 60

/**
 * Draws waves that run outwards from a stop, behind what is written. They rest while the window is hidden, and are not
 * drawn for people who ask for less motion.
 */
export function EffortRipple({ at }: { readonly at: () => { readonly x: number; readonly y: number } }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isCalm = useMatches('(prefers-reduced-motion: reduce)')
  const origin = useRef(at)
  origin.current = at
  useEffect(() => {
    const target = canvas.current
    const pen = target?.getContext('2d')
    if (target === null || pen === null || pen === undefined || isCalm) return
    let ms = 0
    const tick = () => {
      if (document.hidden) return
      ms += TICK_MS
      draw(target, pen, { ...origin.current(), ms })
    }
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isCalm])
  if (isCalm) return null
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 text-accent">
      <canvas ref={canvas} className="size-full" />
    </div>
  )
}

type Moment = { readonly x: number; readonly y: number; readonly ms: number }

function draw(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D, { x, y, ms }: Moment): void {
  const { clientWidth: width, clientHeight: height } = canvas
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  pen.clearRect(0, 0, width, height)
  pen.fillStyle = getComputedStyle(canvas).color
  for (let top = 0; top < height; top += CELL.height) {
    for (let left = 0; left < width; left += CELL.width) {
      const brightness = ripple((left - x) / CELL.width, (top - y) / CELL.height, ms)
      if (brightness === 0) continue
      pen.globalAlpha = brightness * 0.5
      pen.fillRect(left + 3, top + 5, 2, 2)
    }
  }
}
