import { useEffect, useState } from 'react'

/** The tokens a canvas needs as values, for it cannot read them itself. */
export type TimelineColours = {
  readonly bar: string
  readonly live: string
  readonly wait: string
  readonly dead: string
  readonly critical: string
  readonly focus: string
  readonly line: string
  readonly tick: string
  readonly font: string
}

/** The colours of the theme in force; they follow when it changes. */
export function useTimelineColours(): TimelineColours {
  const [colours, setColours] = useState(readColours)
  useEffect(() => {
    const observer = new MutationObserver(() => setColours(readColours()))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return colours
}

function readColours(): TimelineColours {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    bar: token('color-bar'),
    live: token('color-accent'),
    wait: token('color-warn'),
    dead: token('color-bad'),
    critical: token('color-bar-line'),
    focus: token('color-accent'),
    line: token('color-line'),
    tick: token('color-fg-3'),
    font: `10px ${token('font-sans')}`,
  }
}
