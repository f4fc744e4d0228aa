import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Facet } from './Facet.tsx'
import type { MemoryPlace } from './PlaceSwitch.tsx'

type OtherPlacesProps = {
  readonly api: Data
  readonly app: AppStore
  readonly place: MemoryPlace
  readonly onPlace: (place: MemoryPlace) => void
}

/** The ways to what else is kept, with how many there are of each. Notes have no list of their own to narrow. */
export function OtherPlaces({ place, onPlace }: OtherPlacesProps) {
  const t = useText()
  const pages = useQuery('knowledge.facets', {})
  const notes = useQuery('memory.notes', { text: '', limit: 1, offset: 0 })
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
