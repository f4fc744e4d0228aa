import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { WorktreeId } from '#shared/ids.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { groupsOf, placeIn, shownOf, type TerminalsStore } from '../../store/terminals-store.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { NewTerminalButtons } from './NewTerminalButtons.tsx'
import { TerminalTabs } from './TerminalTabs.tsx'
import { type TerminalActions, TerminalView } from './TerminalView.tsx'

type TerminalPanelProps = {
  readonly api: Data
  readonly app: AppStore
  readonly terminals: TerminalsStore
  /** The worktree of the open chat, in which new shells start. */
  readonly worktreeId: WorktreeId | null
  readonly onAttach: TerminalActions['attach']
  readonly report: (error: unknown) => void
}

/** The terminals of the open project. */
export function TerminalPanel({ api, app, terminals, worktreeId, onAttach, report }: TerminalPanelProps) {
  const t = useText()
  const projectId = useStore(app.store, (state) => state.openProject)
  const state = useStore(terminals.store)
  const [isFinding, setFinding] = useState(false)
  const [busy, setBusy] = useState<Busy | null>(null)
  const look = useStore(app.store, ({ settings }) => settings.terminal)
  const place = useMemo(() => placeIn(projectId, worktreeId), [projectId, worktreeId])
  const groups = groupsOf(state, projectId)
  const all = groups.flatMap(({ terminals: ofGroup }) => ofGroup)
  const { open, beside } = shownOf(state, place)
  useEffect(() => app.attempt(terminals.load()), [app, terminals])
  const start = (at = place) => {
    if (at !== null) app.attempt(terminals.open(at))
  }
  const split = () => {
    if (place === null) return
    if (beside === null) app.attempt(terminals.split(place))
    else terminals.unsplit(place)
  }
  const close = (terminal: Terminal, anyway = false) => {
    setBusy(null)
    const closing = terminals.close(terminal.id, anyway)
    app.attempt(closing.then((program) => setBusy(program === null ? null : { terminal, program })))
  }
  const actions: TerminalActions = {
    attach: onAttach,
    report,
    attempt: app.attempt,
    restart: ({ id }) => app.attempt(api.command('terminal.restart', { terminalId: id })),
    step: (by) => {
      const at = all.findIndex(({ id }) => id === open?.id)
      const next = all[(at + by + all.length) % all.length]
      if (place !== null && next !== undefined) terminals.select(place, next.id)
    },
  }
  const views = [open, beside].filter((each) => each !== null)
  return (
    <section
      aria-label={t('terminal.panel')}
      data-pane
      className={classNames(
        'flex min-h-0 min-w-0 flex-1 flex-col bg-sunken',
        state.isLarge ? 'absolute inset-0 z-(--z-drawer)' : '',
      )}
    >
      <header className="flex h-(--h-bar) shrink-0 items-stretch border-line border-b bg-side pr-2 pl-1">
        <TerminalTabs
          groups={groups}
          open={open?.id ?? null}
          onSelect={(id) => {
            if (place !== null) terminals.select(place, id)
          }}
          onClose={close}
        />
        <div className="flex grow items-center gap-0.5">
          <NewTerminalButtons projectId={projectId} onStart={start} />
          <span className="grow" />
          <PanelButtons
            hasTerminal={open !== null}
            isSplit={beside !== null}
            isLarge={state.isLarge}
            onFind={() => setFinding(true)}
            onSplit={split}
            onClose={() => {
              if (open !== null) close(open)
            }}
            onLarge={() => terminals.enlarge(!state.isLarge)}
            onHide={() => terminals.show(false)}
          />
        </div>
      </header>
      {busy === null ? null : (
        <BusyBar {...busy} onEnd={() => close(busy.terminal, true)} onKeep={() => setBusy(null)} />
      )}
      {state.list === null ? (
        <Placeholder rows={4} />
      ) : open === null ? (
        <NoTerminal hasProject={projectId !== null} onStart={() => start()} />
      ) : (
        <div className="flex min-h-0 min-w-0 flex-1 divide-x divide-line">
          {views.map((terminal, index) => (
            <TerminalView
              key={`${terminal.id} ${terminal.starts}`}
              api={api}
              terminal={terminal}
              look={look}
              actions={actions}
              focused={index === views.length - 1 ? state.focused : null}
              isFinding={isFinding && index === 0}
              onFind={setFinding}
            />
          ))}
        </div>
      )}
    </section>
  )
}

type PanelButtonsProps = {
  readonly hasTerminal: boolean
  readonly isSplit: boolean
  readonly isLarge: boolean
  readonly onFind: () => void
  readonly onSplit: () => void
  readonly onClose: () => void
  readonly onLarge: () => void
  readonly onHide: () => void
}

/** The buttons at the end of the tabs. */
function PanelButtons(props: PanelButtonsProps) {
  const t = useText()
  const { isSplit, isLarge } = props
  return (
    <>
      {props.hasTerminal ? (
        <>
          <IconButton icon="search" size="small" label={t('terminal.find')} onClick={props.onFind} />
          <IconButton
            icon="split"
            size="small"
            label={t('terminal.split')}
            pressed={isSplit}
            onClick={props.onSplit}
          />
          <IconButton icon="trash" size="small" label={t('terminal.close')} onClick={props.onClose} />
        </>
      ) : null}
      <IconButton
        icon="fit"
        size="small"
        label={t('terminal.maximize')}
        pressed={isLarge}
        onClick={props.onLarge}
      />
      <IconButton icon="x" size="small" label={t('terminal.hide')} onClick={props.onHide} />
    </>
  )
}

type Busy = { readonly terminal: Terminal; readonly program: string }

/** Asks before a program in the foreground ends with its terminal. */
function BusyBar({ terminal, program, onEnd, onKeep }: Busy & { onEnd: () => void; onKeep: () => void }) {
  const t = useText()
  const name = t('terminal.name', { number: terminal.number })
  return (
    <div role="alert" className="flex h-9 shrink-0 items-center gap-2 bg-warn-wash px-4 text-sm">
      <span className="grow">{t('terminal.busy', { name, program })}</span>
      <Button size="small" look="danger" onClick={onEnd}>
        {t('terminal.endProgram', { program })}
      </Button>
      <Button size="small" look="ghost" onClick={onKeep}>
        {t('terminal.keep')}
      </Button>
    </div>
  )
}

function NoTerminal({ hasProject, onStart }: { hasProject: boolean; onStart: () => void }) {
  const t = useText()
  return (
    <EmptyState
      icon="terminal"
      title={hasProject ? t('terminal.none') : t('terminal.noProject')}
      action={hasProject ? <Button onClick={onStart}>{t('terminal.new')}</Button> : null}
    >
      {t('terminal.noneWhy')}
    </EmptyState>
  )
}
