import { useEffect, useRef, useState } from 'react'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { TerminalLook } from '#shared/terminal/terminal-look.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { useDark } from '../../ui/hooks/use-dark.ts'
import { AskBar } from './AskBar.tsx'
import { FindBar } from './FindBar.tsx'
import { openXterm, type Xterm } from './open-xterm.ts'
import { askAfter, type TerminalAsk } from './terminal-ask.ts'
import type { TerminalKey } from './terminal-keys.ts'

export type TerminalActions = {
  /** Puts lines of a terminal into the message that is being written. */
  readonly attach: (text: string, name: string) => void
  readonly restart: (terminal: Terminal) => void
  /** Moves to the neighbouring tab. */
  readonly step: (by: 1 | -1) => void
  readonly report: (error: unknown) => void
  readonly attempt: (work: Promise<unknown>) => void
}

type TerminalViewProps = {
  readonly api: Data
  readonly terminal: Terminal
  readonly look: TerminalLook
  readonly actions: TerminalActions
  /** Changes with each request for the focus; null for the terminal beside. */
  readonly focused: number | null
  readonly isFinding: boolean
  readonly onFind: (isFinding: boolean) => void
}

/** One terminal: its screen, its bars for search, selection and questions, and its end. */
export function TerminalView(props: TerminalViewProps) {
  const { api, terminal, look, actions, focused, isFinding, onFind } = props
  const t = useText()
  const { id, number, ended } = terminal
  const name = t('terminal.name', { number })
  const place = useRef<HTMLDivElement>(null)
  const [xterm, setXterm] = useState<Xterm | null>(null)
  const [selected, setSelected] = useState(0)
  const [ask, setAsk] = useState<TerminalAsk | null>(null)
  const attach = () => {
    const lines = xterm?.lines()
    if (lines === undefined || lines.count === 0) return
    actions.attach(lines.text, t('terminal.lines', { name, count: lines.count }))
    xterm?.clearSelection()
  }
  const onKey = (key: TerminalKey) => {
    if (key === 'next' || key === 'previous') actions.step(key === 'next' ? 1 : -1)
    else if (key === 'find') onFind(true)
    else if (key === 'attach') attach()
  }
  const latest = useRef({ onKey, report: actions.report, look })
  latest.current = { onKey, report: actions.report, look }
  useEffect(() => {
    if (place.current === null) return
    const opened = openXterm({
      api,
      terminalId: id,
      place: place.current,
      label: name,
      look: latest.current.look,
      onSelection: setSelected,
      onKey: (key) => latest.current.onKey(key),
      onLink: (url) => setAsk((open) => askAfter(open, { kind: 'link', url })),
      onClipboard: (text) => setAsk((open) => askAfter(open, { kind: 'clipboard', text })),
      report: (error) => latest.current.report(error),
    })
    setXterm(opened)
    return () => {
      setXterm(null)
      opened.close()
    }
  }, [api, id, name])
  const isDark = useDark()
  useEffect(() => {
    if (isDark !== null) xterm?.recolour()
  }, [xterm, isDark])
  useEffect(() => xterm?.restyle(look), [xterm, look])
  useEffect(() => {
    if (focused !== null) xterm?.focus()
  }, [xterm, focused])
  return (
    <div
      role="tabpanel"
      aria-label={name}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-sunken"
    >
      {isFinding && xterm !== null ? (
        <FindBar
          search={xterm.search}
          onClose={() => {
            onFind(false)
            xterm.focus()
          }}
        />
      ) : null}
      {ask === null ? null : (
        <AskBar
          ask={ask}
          onAnswer={(isAllowed) => {
            if (isAllowed) actions.attempt(allow(api, ask))
            setAsk(null)
            xterm?.focus()
          }}
        />
      )}
      <div ref={place} className="min-h-0 flex-1 overflow-hidden py-2 pl-4" />
      {selected === 0 ? null : (
        <div
          role="toolbar"
          aria-label={t('terminal.selection')}
          className="absolute top-2 right-4 z-(--z-sticky) flex items-center gap-1 rounded-md bg-overlay py-1 pr-1 pl-2.5 text-fg-3 text-xs shadow-pop"
        >
          {t('terminal.selected', { count: selected })}
          <Button
            size="small"
            look="ghost"
            onClick={() => actions.attempt(navigator.clipboard.writeText(xterm?.selection() ?? ''))}
          >
            {t('terminal.copy')}
          </Button>
          <Button size="small" onClick={attach}>
            {t('terminal.attach')} <Kbd keys={['Mod', 'Shift', 'A']} />
          </Button>
        </div>
      )}
      {ended === null ? null : (
        <div role="status" className="flex h-9 shrink-0 items-center gap-2 border-line border-t px-4 text-sm">
          <span className="grow text-fg-2">
            {ended.code === null ? t('terminal.ended') : t('terminal.endedWith', { code: ended.code })}
          </span>
          <Button size="small" onClick={() => actions.restart(terminal)}>
            {t('terminal.restart')}
          </Button>
        </div>
      )}
    </div>
  )
}

function allow(api: Data, ask: TerminalAsk): Promise<unknown> {
  return ask.kind === 'link'
    ? api.command('app.openLink', { url: ask.url })
    : navigator.clipboard.writeText(ask.text)
}
