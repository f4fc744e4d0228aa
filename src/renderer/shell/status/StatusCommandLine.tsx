import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { type AnsiColour, readAnsiLine } from '#shared/status-line/ansi-line.ts'
import type { Data } from '../../data/data.ts'
import { useFailureNotice } from '../../data/use-failure-notice.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { SessionStore } from '../../store/session-store.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { createStatusLineRuns, type ShownStatusLine } from './status-line-runs.ts'

type StatusCommandLineProps = {
  readonly api: Data
  readonly app: AppStore
  readonly session: SessionStore
}

/** The line that the person's own command prints, above the status bar. Nothing while there is no command. */
export function StatusCommandLine(props: StatusCommandLineProps) {
  const t = useText()
  const shown = useStatusLine(props)
  if (shown === null) return null
  return (
    <div
      role="note"
      aria-label={t('shell.statusLine')}
      className="figures flex h-6 items-center overflow-hidden whitespace-pre border-line border-t px-4 text-fg-2 text-xs"
    >
      {' '.repeat(shown.padding)}
      {shown.isUntrusted ? t('shell.statusLine.untrusted') : <AnsiLine text={shown.text} />}
      {' '.repeat(shown.padding)}
    </div>
  )
}

function useStatusLine({ api, app, session }: StatusCommandLineProps): ShownStatusLine {
  const [shown, setShown] = useState<ShownStatusLine>(null)
  const { state, data: settings, problem } = useQuery('statusLine.settings', {})
  useFailureNotice(app, { problem })
  const mode = useStore(app.store, (state) => state.settings.permissionMode)
  const trust = useStore(app.store, (state) => state.projects)
  const openSession = useStore(app.store, (state) => state.openSession)
  const vimMode = useStore(app.store, (state) => state.vimMode)
  const last = useStore(session.store, ({ path }) =>
    path.findLast((event) => event.kind === 'message' && event.payload.message.role === 'assistant'),
  )
  const meta = useStore(session.store, ({ folds }) => folds.session?.meta)
  const runs = useMemo(
    () =>
      createStatusLineRuns({
        run: (sessionId) => {
          const { vimMode } = app.store.getState()
          return api.read('statusLine.run', vimMode === null ? { sessionId } : { sessionId, vimMode })
        },
        after: (ms, act) => {
          const timer = setTimeout(act, ms)
          return () => clearTimeout(timer)
        },
        changed: setShown,
        failed: (error) => app.attempt(Promise.reject(error)),
      }),
    [api, app],
  )
  useEffect(() => runs.close, [runs])
  useEffect(() => {
    if (state === 'loaded') runs.configure(settings)
  }, [runs, state, settings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to run the command
  useEffect(
    () => runs.follow(openSession),
    [runs, openSession, last?.id, meta?.model, meta?.permissionMode, mode, trust, vimMode],
  )
  return shown
}

const COLOURS: Readonly<Record<AnsiColour, string>> = {
  red: 'text-bad-fg',
  green: 'text-ok-fg',
  yellow: 'text-warn-fg',
  blue: 'text-accent-fg',
  magenta: 'text-accent-fg',
  cyan: 'text-accent-fg',
  grey: 'text-fg-3',
}

function AnsiLine({ text }: { readonly text: string }) {
  return readAnsiLine(text).map(({ text: words, colour, bold, dim, italic, underline }, at) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line, drawn together
      key={at}
      className={classNames(
        colour === null ? dim && 'text-fg-3' : COLOURS[colour],
        bold && 'font-semibold',
        italic && 'italic',
        underline && 'underline',
      )}
    >
      {words}
    </span>
  ))
}
