import { type ReactNode, useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'
import type { NoteHit, NoteHits, NotePlace } from '#shared/session/notes/note.ts'
import { type Query, useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Row } from '../../../ui/lists/Row.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { FoundPane } from '../FoundPane.tsx'
import { Facets } from '../filters/Facet.tsx'
import type { MemoryPlace } from '../filters/PlaceSwitch.tsx'
import { type Entry, EntryList } from '../items/EntryList.tsx'
import { KeptPanes } from '../KeptPanes.tsx'
import type { MemoryProps } from '../memory-props.ts'
import { useWithText } from '../use-found.ts'
import { NoteSheet } from './NoteSheet.tsx'

type NotesScreenProps = MemoryProps & { readonly onPlace: (place: MemoryPlace) => void }

/** As many as one look can take in. Older ones are found by their words. */
const MOST = 500

const idOf = ({ sessionId, note }: NoteHit): string => nameOf({ sessionId, key: note.key })
const nameOf = ({ sessionId, key }: NotePlace): string => `${sessionId} ${key}`

/** The notes of all chats: found, read, changed, and followed to the chat they belong to. */
export function NotesScreen({ onPlace, ...props }: NotesScreenProps) {
  const t = useText()
  const [typed, setText] = useState('')
  const [gone, setGone] = useState(false)
  const wanted = useStore(props.app.store, ({ openNote }) => openNote)
  const [asked, setAsked] = useState<string | null>(wanted === null ? null : nameOf(wanted))
  const [seen, setSeen] = useState(wanted)
  if (wanted !== seen) {
    setSeen(wanted)
    if (wanted !== null) setAsked(nameOf(wanted))
  }
  const text = useDeferredValue(typed.trim())
  const place = { limit: MOST, offset: 0, ...(gone ? { gone: true as const } : {}) }
  const list = useWithText(useQuery('memory.notes', { text, ...place }), text)
  const hits = list.data?.hits ?? []
  const chosen = hits.find((hit) => idOf(hit) === asked) ?? hits[0] ?? null
  return (
    <KeptPanes
      {...props}
      place="notes"
      onPlace={onPlace}
      labels={{ filters: t('notes.filters'), items: t('notes.all'), detail: t('notes.detail') }}
      filters={(others) => (
        <Facets label={t('memory.scope')} titled={false}>
          {others}
        </Facets>
      )}
      foot={t('notes.local')}
      items={(places) => (
        <NotesFound
          text={typed}
          onText={setText}
          list={list}
          places={places}
          chosen={chosen === null ? null : idOf(chosen)}
          onChoose={setAsked}
          gone={gone}
          onGone={setGone}
        />
      )}
      detail={
        chosen === null ? (
          <p className="text-fg-3 text-sm">{t('notes.pick')}</p>
        ) : (
          <NoteSheet key={`${idOf(chosen)} ${chosen.gone}`} {...props} hit={chosen} onChanged={list.reload} />
        )
      }
    />
  )
}

type NotesFoundProps = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly list: Query<NoteHits & { readonly text: string }>
  readonly places: ReactNode
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  /** Whether those that were taken away are listed. */
  readonly gone: boolean
  readonly onGone: (gone: boolean) => void
}

function NotesFound({ text, onText, list, places, chosen, onChoose, gone, onGone }: NotesFoundProps) {
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
      all={(gone ? list.data?.gone : list.data?.all) ?? null}
      places={places}
      more={null}
      between={
        gone || (list.data?.gone ?? 0) > 0 ? (
          <div className="px-4 pb-2">
            <Row current={gone} aria-pressed={gone} onClick={() => onGone(!gone)} className="text-sm">
              <Icon name="undo" size="s" className="text-fg-3" />
              {t('notes.gone', { count: list.data?.gone ?? 0 })}
            </Row>
          </div>
        ) : null
      }
      nothing={<Nothing text={text.trim()} gone={gone} />}
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

function useEntry(): (hit: NoteHit) => Entry {
  const t = useText()
  return ({ note, title, projectId }) => ({
    title: note.key,
    text: note.content,
    updatedAt: note.changedAt,
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

function Nothing({ text, gone }: { readonly text: string; readonly gone: boolean }) {
  const t = useText()
  if (text !== '') return <p className="px-6 py-4 text-fg-3 text-sm">{t('memory.noneFound', { text })}</p>
  if (gone) return <p className="px-6 py-4 text-fg-3 text-sm">{t('notes.noneGone')}</p>
  return (
    <EmptyState icon="chat" title={t('notes.noneYet')}>
      {t('notes.none')}
    </EmptyState>
  )
}
