import { Fragment, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Mark } from '../ui/Mark.tsx'
import { type Command, type Found, findCommands } from './commands.ts'

type CommandPaletteProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly commands: readonly Command[]
}

const MOST_SHOWN = 60

/** Goes to a chat, a screen or an action by typing a part of its name. */
export function CommandPalette({ open, onClose, commands }: CommandPaletteProps) {
  const t = useText()
  return (
    <Dialog
      bare
      open={open}
      onClose={onClose}
      title={t('shell.palette')}
      className="-translate-x-1/2 top-26 left-1/2 max-h-[calc(100vh-160px)] w-170"
    >
      <Finder commands={commands} onClose={onClose} />
    </Dialog>
  )
}

function Finder({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const t = useText()
  const list = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = findCommands(commands, query, MOST_SHOWN)
  const at = Math.min(chosen, found.length - 1)
  const run = (hit: Found | undefined) => {
    if (hit === undefined) return
    onClose()
    hit.command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((at + step + found.length) % found.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(found[at])
    }
  }
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-line border-b px-4">
        <Icon name="search" className="text-fg-3" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={found[at] === undefined ? undefined : `${list}-${at}`}
          aria-label={t('shell.searchLabel')}
          placeholder={t('shell.palette.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          spellCheck={false}
          className="min-w-0 flex-1 bg-transparent text-lg tracking-tight outline-none focus-visible:outline-none"
        />
        <Kbd keys={['Esc']} />
      </div>
      <Hits id={list} found={found} at={at} query={query} onRun={run} />
      <PaletteFoot />
    </>
  )
}

type HitsProps = {
  readonly id: string
  readonly found: readonly Found[]
  readonly at: number
  readonly query: string
  readonly onRun: (hit: Found) => void
}

function Hits({ id, found, at, query, onRun }: HitsProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current?.querySelector(`[id="${id}-${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  if (found.length === 0) {
    return <p className="p-6 text-center text-fg-2">{t('shell.palette.none', { query })}</p>
  }
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label={t('shell.palette.results')}
      tabIndex={-1}
      className="min-h-0 overflow-auto px-2 pt-1 pb-2"
    >
      {found.map((hit, index) => (
        <Fragment key={hit.command.id}>
          {hit.command.group === found[index - 1]?.command.group ? null : (
            <div role="presentation" className="px-2 pt-2 pb-1 font-semibold text-fg-3 text-xs">
              {hit.command.group}
            </div>
          )}
          <HitRow id={`${id}-${index}`} hit={hit} on={index === at} onRun={() => onRun(hit)} />
        </Fragment>
      ))}
    </div>
  )
}

function HitRow({ id, hit, on, onRun }: { id: string; hit: Found; on: boolean; onRun: () => void }) {
  const { symbol, hint, keys } = hit.command
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and names the active one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
    <div
      id={id}
      role="option"
      aria-selected={on}
      data-cursor={on}
      onClick={onRun}
      className="row-cursor flex h-9 items-center gap-2 rounded-sm px-2 hover:bg-hover"
    >
      <span className="grid w-5 shrink-0 place-items-center text-fg-3">
        {symbol === null ? null : 'icon' in symbol ? (
          <Icon name={symbol.icon} />
        ) : (
          <Mark state={symbol.mark} />
        )}
      </span>
      <span className="truncate">
        {hit.parts.map((part, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name, drawn anew with every letter
            key={index}
            className={classNames(part.hit && 'font-semibold')}
          >
            {part.text}
          </span>
        ))}
      </span>
      <span className="min-w-0 grow truncate pl-1 text-fg-3 text-sm">{hint}</span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </div>
  )
}

function PaletteFoot() {
  const t = useText()
  return (
    <div className="flex h-9 shrink-0 items-center gap-4 border-line border-t px-4 text-fg-3 text-xs">
      <span className="inline-flex items-center gap-1">
        <Kbd keys={['↑', '↓']} />
        {t('shell.palette.choose')}
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd keys={['Enter']} />
        {t('shell.palette.open')}
      </span>
    </div>
  )
}
