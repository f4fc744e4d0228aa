import type { SessionId } from '#shared/ids.ts'
import type { StatusLineAnswer, StatusLineSettings } from '#shared/status-line/status-line.ts'

/** Changes within this time cause one run, in milliseconds. */
export const STATUS_LINE_DEBOUNCE_MS = 300

type Deps = {
  readonly run: (sessionId: SessionId) => Promise<StatusLineAnswer>
  /** Calls back after a time, until the returned function is called. */
  readonly after: (ms: number, act: () => void) => () => void
  readonly changed: (shown: ShownStatusLine) => void
  readonly failed: (error: unknown) => void
}

/** The line in view. Null: no command is set, so no room is kept for it. */
export type ShownStatusLine = {
  readonly text: string
  readonly padding: number
  /** Why no command runs. */
  readonly isUntrusted: boolean
} | null

/** Decides when the status line command runs: after changes, debounced, and at the refresh interval. */
export function createStatusLineRuns({ run, after, changed, failed }: Deps) {
  let known: StatusLineSettings = null
  let sessionId: SessionId | null = null
  let shown: ShownStatusLine = null
  let stopDebounce = () => {}
  let stopTimer = () => {}
  let turn = 0

  const show = (next: ShownStatusLine) => {
    if (
      next?.text === shown?.text &&
      next?.padding === shown?.padding &&
      next?.isUntrusted === shown?.isUntrusted
    )
      return
    shown = next
    changed(next)
  }
  const begin = () => {
    stopTimer()
    if (known === null || sessionId === null) return
    const { padding, refreshSeconds } = known
    turn += 1
    const mine = turn
    run(sessionId)
      .then((answer) => {
        if (mine !== turn) return
        if (answer.state === 'shown') show({ text: answer.text, padding, isUntrusted: false })
        else if (answer.state === 'untrusted') show({ text: '', padding, isUntrusted: true })
        else if (answer.state === 'off') show(null)
        if (refreshSeconds > 0) stopTimer = after(refreshSeconds * 1_000, begin)
      })
      .catch(failed)
  }
  const soon = () => {
    stopDebounce()
    if (known !== null && sessionId !== null) stopDebounce = after(STATUS_LINE_DEBOUNCE_MS, begin)
  }
  return {
    /** Uses settings that were loaded. */
    configure: (next: StatusLineSettings) => {
      known = next
      if (next === null || sessionId === null) show(null)
      // The place is kept before the first result, so that nothing jumps.
      else if (shown === null) show({ text: '', padding: next.padding, isUntrusted: false })
      soon()
    },
    /** The chat in view, its model, mode or newest message changed. */
    follow: (next: SessionId | null) => {
      if (next !== sessionId) {
        sessionId = next
        turn += 1
        if (next === null || known === null) show(null)
        else show({ text: '', padding: known.padding, isUntrusted: false })
      }
      soon()
    },
    close: () => {
      turn += 1
      stopDebounce()
      stopTimer()
    },
  }
}
