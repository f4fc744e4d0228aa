import { useId, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { FinderField } from '../../ui/lists/FinderField.tsx'
import { OptionList } from '../../ui/lists/OptionList.tsx'
import { type Finder, useFinder } from '../../ui/lists/use-finder.ts'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { type Command, type Found, findCommands } from '../commands.ts'
import { askedOf, ofKind, SIGNS } from './palette-signs.ts'
import { type PalettePlace, type PaletteStores, usePaletteFinds } from './use-palette-finds.ts'

type CommandPaletteProps = {
  readonly open: boolean
  /** The initial text. */
  readonly asked: string
  readonly onClose: () => void
  readonly commands: readonly Command[]
  readonly stores: PaletteStores
  readonly place: PalettePlace
}

const MOST_SHOWN = 60

/** Goes to a chat, a screen, a run, a file or an action by typing a part of its name. */
export function CommandPalette({ open, ...rest }: CommandPaletteProps) {
  const { onClose } = rest
  const t = useText()
  return (
    <Dialog
      bare
      open={open}
      onClose={onClose}
      title={t('shell.palette')}
      className="-translate-x-1/2 top-26 left-1/2 max-h-[calc(100vh-160px)] w-170"
    >
      <PaletteBody {...rest} />
    </Dialog>
  )
}

function PaletteBody({ commands, onClose, stores, place, asked: first }: Omit<CommandPaletteProps, 'open'>) {
  const t = useText()
  const foot = useId()
  const [query, setQuery] = useState(first)
  const asked = askedOf(query)
  const finds = usePaletteFinds(stores, asked, place)
  const found = findCommands(ofKind([...commands, ...finds.found], asked.kind), asked.words, MOST_SHOWN)
  const run = (hit: Found | undefined) => {
    if (hit === undefined) return
    onClose()
    hit.command.run()
  }
  const finder = useFinder({ count: found.length, wraps: true, onChoose: (at) => run(found[at]) })
  return (
    <>
      <FinderField
        query={query}
        finder={finder}
        label={t('shell.searchLabel')}
        placeholder={t('shell.palette.placeholder')}
        describedBy={foot}
        onQuery={setQuery}
      />
      {finds.problem === null ? null : (
        <div className="px-3 py-2">
          <Failure message={finds.problem} />
        </div>
      )}
      {found.length > 0 ? (
        <Hits finder={finder} found={found} onRun={run} />
      ) : finds.problem === null ? (
        <Nothing asking={finds.asking} query={asked.words.trim()} />
      ) : null}
      <PaletteFoot id={foot} count={found.length} />
    </>
  )
}

type HitsProps = {
  readonly finder: Finder
  readonly found: readonly Found[]
  readonly onRun: (hit: Found) => void
}

/** Why the list is empty: nothing was found, there is nothing yet, or it is still looked for. */
function Nothing({ asking, query }: { asking: boolean; query: string }) {
  const t = useText()
  const why = query === '' ? t('shell.palette.nothing') : t('shell.palette.none', { query })
  return <p className="p-6 text-center text-fg-2">{asking ? t('find.waiting') : why}</p>
}

function Hits({ finder, found, onRun }: HitsProps) {
  const t = useText()
  return (
    <OptionList
      id={finder.id}
      label={t('shell.palette.results')}
      rows={found}
      keyOf={({ command }) => command.id}
      at={finder.at}
      height={36}
      headingOf={({ command }) => command.group}
      onChoose={onRun}
      className="min-h-0 px-2 pt-1 pb-2"
      rowClassName="row-cursor flex h-9 items-center gap-2 rounded-sm px-2 hover:bg-hover"
    >
      {(hit, on) => <HitParts hit={hit} on={on} />}
    </OptionList>
  )
}

function HitParts({ hit, on }: { hit: Found; on: boolean }) {
  const t = useText()
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
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name, drawn again with every letter
            key={index}
            className={classNames(part.hit && 'font-semibold')}
          >
            {part.text}
          </span>
        ))}
      </span>
      <span className="min-w-0 grow truncate pl-1 text-fg-3 text-sm">{hint}</span>
      {on ? (
        <span aria-hidden="true" className="inline-flex shrink-0 items-center gap-2 text-fg-3 text-xs">
          {t('shell.palette.open')}
          <Kbd keys={['Enter']} />
        </span>
      ) : keys === undefined ? null : (
        <Kbd keys={keys} />
      )}
    </>
  )
}

/** Shows the keys and the prefix characters of the kinds. */
function PaletteFoot({ id, count }: { id: string; count: number }) {
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
      <span id={id} className="ml-auto inline-flex items-center gap-4">
        {SIGNS.map(({ sign, kind }) => (
          <span key={sign} className="inline-flex items-center gap-1">
            <Kbd keys={[sign]} />
            <span className="unseen">{sign}</span>
            {t(`shell.palette.sign.${kind}`)}
          </span>
        ))}
      </span>
      <span role="status" className="unseen">
        {t('shell.palette.found', { count })}
      </span>
    </div>
  )
}
