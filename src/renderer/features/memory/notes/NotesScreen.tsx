import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import type { NoteHit, NoteHits } from '#shared/session/note.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { type Asked, useAsked } from '../../../ui/asked.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Panes } from '../../../ui/Panes.tsx'
import { useMatches } from '../../../ui/use-matches.ts'
import { type Entry, EntryList } from '../EntryList.tsx'
import { Facets } from '../Facet.tsx'
import { FoundPane } from '../FoundPane.tsx'
import type { MemoryProps } from '../memory-props.ts'
import { OtherPlaces } from '../OtherPlaces.tsx'
import { type MemoryPlace, PlaceSwitch } from '../PlaceSwitch.tsx'
import { NoteSheet } from './NoteSheet.tsx'

type NotesScreenProps = MemoryProps & { readonly onPlace: (place: MemoryPlace) => void }

/** As many as one look can take in. Older ones are found by their words. */
const MOST = 500

const idOf = ({ sessionId, note }: NoteHit): string => `${sessionId} ${note.key}`

/** The notes of all chats: found, read, changed, and followed to the chat they belong to. */
export function NotesScreen({ onPlace, ...props }: NotesScreenProps) {
  const { api, app } = props
  const t = useText()
  const roomy = useMatches('(min-width: 900px)')
  const [typed, setText] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const text = useDeferredValue(typed.trim())
  const ask = useCallback(
    async () => ({ ...(await api.call('memory.notes', { text, limit: MOST, offset: 0 })), text }),
    [api, text],
  )
  const list = useAsked(ask, (error) => problemOf(error).message)
  const hits = list.data?.hits ?? []
  const chosen = hits.find((hit) => idOf(hit) === asked) ?? hits[0] ?? null
  const places = <OtherPlaces api={api} app={app} place="notes" onPlace={onPlace} />
  const filters = {
    id: 'filters',
    label: t('notes.filters'),
    size: { min: 160, usual: 216, max: 280 },
    content: <Places>{places}</Places>,
  }
  return (
    <Panes
      name={roomy ? 'memory' : 'memory.narrow'}
      className="h-full"
      panes={[
        ...(roomy ? [filters] : []),
        {
          id: 'items',
          label: t('notes.all'),
          size: { min: 280, usual: roomy ? 400 : 300, max: 560 },
          content: (
            <NotesFound
              text={typed}
              onText={setText}
              list={list}
              places={roomy ? null : <PlaceSwitch place="notes" onPlace={onPlace} />}
              chosen={chosen === null ? null : idOf(chosen)}
              onChoose={setAsked}
            />
          ),
        },
        {
          id: 'detail',
          label: t('notes.detail'),
          min: 300,
          content: <NotePane {...props} hit={chosen} onChanged={list.ask} />,
        },
      ]}
    />
  )
}

type NotesFoundProps = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly list: Asked<NoteHits & { readonly text: string }>
  readonly places: ReactNode
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

function NotesFound({ text, onText, list, places, chosen, onChoose }: NotesFoundProps) {
  const t = useText()
  const show = useEntry()
  return (
    <FoundPane
      label={t('notes.all')}
      search={t('notes.search')}
      text={text}
      onText={onText}
      add={null}
      list={list}
      all={list.data?.all ?? null}
      places={places}
      more={null}
      between={null}
      nothing={<Nothing text={text.trim()} />}
    >
      {(data, listRef) => (
        <EntryList
          label={t('notes.list')}
          found={data.hits}
          idOf={idOf}
          show={show}
          search={data.text}
          chosen={chosen}
          onChoose={onChoose}
          picking={null}
          more={nothingMore}
          listRef={listRef}
        />
      )}
    </FoundPane>
  )
}

/** All that is shown is there from the beginning. */
function nothingMore(): void {}

type NotePaneProps = MemoryProps & { readonly hit: NoteHit | null; readonly onChanged: () => void }

function NotePane({ hit, ...parts }: NotePaneProps) {
  const t = useText()
  return (
    <section aria-label={t('notes.detail')} data-pane className="pane h-full overflow-auto bg-side">
      <div className="max-w-190 px-8 pt-5 pb-6 max-wide:px-5">
        {hit === null ? (
          <p className="text-fg-3 text-sm">{t('notes.pick')}</p>
        ) : (
          <NoteSheet key={idOf(hit)} {...parts} hit={hit} />
        )}
      </div>
    </section>
  )
}

function useEntry(): (hit: NoteHit) => Entry {
  const t = useText()
  return ({ note, title, projectId }) => ({
    ...{ title: note.key, text: note.content, updatedAt: note.changedAt },
    scope: projectId === null ? { level: 'user' } : { level: 'project', id: projectId },
    foot: (
      <>
        <Icon name="chat" size="xs" />
        <span className="min-w-0 truncate">{title ?? t('memory.sourceGone')}</span>
        <span className="grow" />
        <span className="whitespace-nowrap">{t(`notes.by.${note.by}`)}</span>
      </>
    ),
  })
}

function Nothing({ text }: { readonly text: string }) {
  const t = useText()
  if (text !== '') return <p className="px-6 py-4 text-fg-3 text-sm">{t('memory.noneFound', { text })}</p>
  return (
    <EmptyState icon="chat" title={t('notes.noneYet')}>
      {t('notes.none')}
    </EmptyState>
  )
}

function Places({ children }: { readonly children: ReactNode }) {
  const t = useText()
  return (
    <aside aria-label={t('notes.filters')} data-pane className="pane flex h-full flex-col bg-side">
      <div className="min-h-0 flex-1 overflow-auto p-2">
        <Facets label={t('memory.scope')} titled={false}>
          {children}
        </Facets>
      </div>
      <p className="border-line border-t px-4 py-3 text-fg-3 text-xs">{t('notes.local')}</p>
    </aside>
  )
}
