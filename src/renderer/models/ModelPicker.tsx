import { useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ModelRef } from '#shared/ids.ts'
import type { ModelListing } from '#shared/model/model.ts'
import type { ContextMode } from '#shared/session/session.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { remember, remembered } from '../ui/base/remembered.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { FinderField } from '../ui/lists/FinderField.tsx'
import { OptionList } from '../ui/lists/OptionList.tsx'
import { type Finder, useFinder } from '../ui/lists/use-finder.ts'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { Failure } from '../ui/panes/Failure.tsx'
import { ModelFactList } from './ModelFactList.tsx'
import { PICKER_ROW, PickerRow } from './PickerRow.tsx'
import {
  MODEL_FILTERS,
  type ModelFilter,
  matchingModels,
  type PickerGroup,
  pickerGroups,
} from './picker-groups.ts'
import { providerLabel } from './providers.ts'
import { useDay } from './use-day.ts'

type ModelPickerProps = {
  readonly api: Data
  readonly app: AppStore
  readonly open: boolean
  readonly chosen: ModelRef | null
  readonly onChoose: (ref: ModelRef, history: ContextMode) => void
  /** Opens the contexts of a chat with a history; missing elsewhere. The picker then asks what the model gets of it. */
  readonly onContexts?: () => void
  readonly onClose: () => void
}

/** Finds a model by typing, and shows what it can do and what it costs before it is chosen. */
export function ModelPicker({ open, onClose, ...rest }: ModelPickerProps) {
  const t = useText()
  return (
    <Dialog
      bare
      open={open}
      onClose={onClose}
      title={t('models.picker')}
      className="-translate-x-1/2 top-20 left-1/2 h-[min(560px,calc(100vh-120px))] w-200"
    >
      <PickerBody onClose={onClose} {...rest} />
    </Dialog>
  )
}

const NO_FILTERS: ReadonlySet<ModelFilter> = new Set()

function PickerBody({ api, app, chosen, onChoose, onContexts, onClose }: Omit<ModelPickerProps, 'open'>) {
  const t = useText()
  const foot = useId()
  const setUp = useStore(app.store, (state) => state.models)
  const offered = useQuery('model.offered', {})
  const [query, setQuery] = useState('')
  const [filters, setFilters] = useState(NO_FILTERS)
  const [history, setHistory] = useState<ContextMode>('continue')
  const [favourites, setFavourites] = useState(() => remembered('models.favourites'))
  const [used] = useState(() => remembered('models.used'))
  const all = useMemo(() => [...setUp, ...(offered.data?.models ?? [])], [setUp, offered.data])
  const groups = useMemo(
    () => pickerGroups(matchingModels(all, query, filters), { favourites, used }),
    [all, query, filters, favourites, used],
  )
  const rows = groups.flatMap(({ title, models }) => models.map((model) => ({ title, model })))
  const start = Math.max(0, query === '' ? rows.findIndex(({ model }) => model.ref === chosen) : 0)
  const choose = async (model: ModelListing | undefined) => {
    if (model === undefined) return
    if (model.source === 'catalogue') {
      await api.command('model.add', { ref: model.ref })
      await app.loadModels()
    }
    remember('models.used', { [model.ref]: Date.now() })
    onChoose(model.ref, history)
    onClose()
  }
  const finder = useFinder({
    count: rows.length,
    start,
    onChoose: (at) => app.attempt(choose(rows[at]?.model)),
  })
  const shown = rows[finder.at]?.model
  const favour = ({ ref }: ModelListing) => {
    const next = { ...favourites, [ref]: (favourites[ref] ?? 0) > 0 ? 0 : 1 }
    setFavourites(next)
    remember('models.favourites', next)
    finder.reset()
  }
  return (
    <>
      <FinderField
        query={query}
        finder={finder}
        label={t('models.picker')}
        placeholder={t('models.search', { count: all.length })}
        describedBy={foot}
        onQuery={setQuery}
      />
      <Filters
        filters={filters}
        onFilters={setFilters}
        count={t('models.count', { shown: rows.length, all: all.length })}
      />
      {offered.problem === null ? null : <Unread message={offered.problem} onRetry={offered.reload} />}
      <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)_260px]">
        {rows.length === 0 ? (
          <NoModels
            onClear={() => {
              setQuery('')
              setFilters(NO_FILTERS)
            }}
          />
        ) : (
          <Rows
            finder={finder}
            rows={rows}
            chosen={chosen}
            onChoose={(model) => app.attempt(choose(model))}
          />
        )}
        <Detail
          model={shown}
          isFavourite={shown !== undefined && (favourites[shown.ref] ?? 0) > 0}
          onFavour={favour}
          onUse={(model) => app.attempt(choose(model))}
        />
      </div>
      {onContexts === undefined ? null : (
        <Carry history={history} onContexts={onContexts} onHistory={setHistory} />
      )}
      <Foot id={foot} date={offered.data?.date ?? null} />
    </>
  )
}

type FiltersProps = {
  readonly filters: ReadonlySet<ModelFilter>
  readonly onFilters: (filters: ReadonlySet<ModelFilter>) => void
  readonly count: string
}

function Filters({ filters, onFilters, count }: FiltersProps) {
  const t = useText()
  const toggle = (filter: ModelFilter) => {
    const next = new Set(filters)
    if (!next.delete(filter)) next.add(filter)
    onFilters(next)
  }
  return (
    <div
      role="toolbar"
      aria-label={t('models.filters')}
      className="flex items-center gap-1 border-line border-b px-3 py-2"
    >
      {MODEL_FILTERS.map((filter) => (
        <Button
          key={filter}
          size="small"
          look={filters.has(filter) ? 'plain' : 'ghost'}
          aria-pressed={filters.has(filter)}
          onClick={() => toggle(filter)}
        >
          {t(`models.filter.${filter}`)}
        </Button>
      ))}
      <span className="grow" />
      <output className="figures text-fg-3 text-xs">{count}</output>
    </div>
  )
}

type Row = { readonly title: PickerGroup['title']; readonly model: ModelListing }

type RowsProps = {
  readonly finder: Finder
  readonly rows: readonly Row[]
  readonly chosen: ModelRef | null
  readonly onChoose: (model: ModelListing) => void
}

function Rows({ finder, rows, chosen, onChoose }: RowsProps) {
  const t = useText()
  return (
    <OptionList
      id={finder.id}
      label={t('models.picker')}
      rows={rows}
      keyOf={({ model }) => model.ref}
      at={finder.at}
      height={28}
      headingOf={({ title }) =>
        typeof title === 'string' ? t(`models.group.${title}`) : providerLabel(title.provider)
      }
      onPoint={finder.moveTo}
      onChoose={({ model }) => onChoose(model)}
      className="min-h-0 px-2 pt-1 pb-2"
      rowClassName={PICKER_ROW}
    >
      {({ model }) => <PickerRow model={model} isChosen={model.ref === chosen} />}
    </OptionList>
  )
}

type DetailProps = {
  readonly model: ModelListing | undefined
  readonly isFavourite: boolean
  readonly onFavour: (model: ModelListing) => void
  readonly onUse: (model: ModelListing) => void
}

function Detail({ model, isFavourite, onFavour, onUse }: DetailProps) {
  const t = useText()
  if (model === undefined) return <div className="border-line border-l" />
  return (
    <section
      aria-label={model.label}
      className="grid content-start gap-3 overflow-auto border-line border-l p-4"
    >
      <div>
        <h3 className="break-words font-semibold">{model.label}</h3>
        <p className="break-words text-fg-3 text-xs">
          {providerLabel(model.provider)}
          {model.key === 'missing' ? <span className="text-bad-fg"> · {t('models.keyMissing')}</span> : null}
        </p>
      </div>
      <ModelFactList model={model} />
      <Button aria-pressed={isFavourite} onClick={() => onFavour(model)}>
        {t(isFavourite ? 'models.notFavourite' : 'models.favourite')}
      </Button>
      <Button look="primary" onClick={() => onUse(model)}>
        {t('models.use')}
      </Button>
    </section>
  )
}

const HISTORIES: readonly ContextMode[] = ['continue', 'bridge', 'fresh']

type CarryProps = {
  readonly history: ContextMode
  readonly onHistory: (history: ContextMode) => void
  readonly onContexts: () => void
}

/** Chooses how much of the history the model gets, and leads to the contexts of the chat. */
function Carry({ history, onHistory, onContexts }: CarryProps) {
  const t = useText()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
      <Segmented
        label={t('contexts.history')}
        value={history}
        options={HISTORIES.map((value) => ({ value, label: t(`contexts.mode.${value}`) }))}
        onChange={(value) => onHistory(HISTORIES.find((each) => each === value) ?? 'continue')}
      />
      <p className="min-w-0 grow text-fg-3 text-xs">{t(`contexts.modelHint.${history}`)}</p>
      <Button size="small" look="ghost" onClick={onContexts}>
        {t('contexts.title')}
      </Button>
    </div>
  )
}

function Foot({ id, date }: { readonly id: string; readonly date: string | null }) {
  const t = useText()
  const day = useDay()
  return (
    <footer className="flex h-9 shrink-0 items-center gap-2 border-line border-t px-4 text-fg-3 text-xs">
      <span id={id} className="grow">
        {t('models.useKeys')}
      </span>
      {date === null ? null : t('models.priceDate', { day: day(date) })}
    </footer>
  )
}

/** The failure of reading the catalogue, above the models that are set up. */
function Unread(props: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <div className="px-4 py-2">
      <Failure {...props} />
    </div>
  )
}

/** The place of the rows where no model matches the words and filters. */
function NoModels({ onClear }: { readonly onClear: () => void }) {
  const t = useText()
  return (
    <div className="grid content-start justify-items-start gap-2 p-4">
      <p role="status" className="text-fg-2">
        {t('models.none')}
      </p>
      <Button onClick={onClear}>{t('models.clear')}</Button>
    </div>
  )
}
