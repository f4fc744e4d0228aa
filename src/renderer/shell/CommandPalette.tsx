import { Fragment, type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FinderField } from '../ui/FinderField.tsx'
import { FoundRow, useChosenInView } from '../ui/FoundRow.tsx'
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
      <FinderField
        {...{ query, list, at, onKeyDown }}
        label={t('shell.searchLabel')}
        placeholder={t('shell.palette.placeholder')}
        open
        onQuery={(text) => {
          setQuery(text)
          setChosen(0)
        }}
      />
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
  const box = useChosenInView(id, at)
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
          <FoundRow
            list={id}
            index={index}
            on={index === at}
            onChoose={() => onRun(hit)}
            className="flex h-9 items-center"
          >
            <HitParts hit={hit} />
          </FoundRow>
        </Fragment>
      ))}
    </div>
  )
}

function HitParts({ hit }: { hit: Found }) {
  const { symbol, hint, keys } = hit.command
  return (
    <>
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
    </>
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
