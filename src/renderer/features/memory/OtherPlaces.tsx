import { useCallback } from 'react'
import { useStore } from 'zustand'
import { type Api, problemOf } from '../../api.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { useAsked } from '../../ui/hooks/asked.ts'
import { Facet } from './Facet.tsx'
import type { MemoryPlace } from './PlaceSwitch.tsx'

type OtherPlacesProps = {
  readonly api: Api
  readonly app: AppStore
  readonly place: MemoryPlace
  readonly onPlace: (place: MemoryPlace) => void
}

/** The ways to what else is kept, with how many there are of each. Notes have no list of their own to narrow. */
export function OtherPlaces({ api, app, place, onPlace }: OtherPlacesProps) {
  const t = useText()
  const changes = useStore(app.store, (state) => state.knowledgeChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed page is the reason to ask again
  const askPages = useCallback(() => api.call('knowledge.facets', {}), [api, changes])
  const pages = useAsked(askPages, (error) => problemOf(error).message)
  const askNotes = useCallback(() => api.call('memory.notes', { text: '', limit: 1, offset: 0 }), [api])
  const notes = useAsked(askNotes, (error) => problemOf(error).message)
  return (
    <>
      {place === 'items' ? null : (
        <Facet icon="memory" on={false} onPick={() => onPlace('items')}>
          {t('pages.memories')}
        </Facet>
      )}
      <Facet icon="chat" on={place === 'notes'} count={notes.data?.all} onPick={() => onPlace('notes')}>
        {t('notes.all')}
      </Facet>
      {place === 'pages' ? null : (
        <Facet icon="book" on={false} count={pages.data?.all} onPick={() => onPlace('pages')}>
          {t('pages.all')}
        </Facet>
      )}
    </>
  )
}
