import { useText } from '../../../messages/TextProvider.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'

/** The current place: memories, notes of chats or pages. */
export type MemoryPlace = 'items' | 'notes' | 'pages'

const PLACES: readonly MemoryPlace[] = ['items', 'notes', 'pages']
const LABELS = { items: 'pages.memories', notes: 'notes.all', pages: 'pages.all' } as const

type PlaceSwitchProps = {
  readonly place: MemoryPlace
  readonly onPlace: (place: MemoryPlace) => void
}

/** From one place to another, where there is no room for the list of filters. */
export function PlaceSwitch({ place, onPlace }: PlaceSwitchProps) {
  const t = useText()
  return (
    <div className="px-4 pt-3">
      <Segmented
        label={t('pages.place')}
        value={place}
        options={PLACES.map((each) => ({ value: each, label: t(LABELS[each]) }))}
        onChange={(value) => {
          const next = PLACES.find((each) => each === value)
          if (next !== undefined) onPlace(next)
        }}
      />
    </div>
  )
}
