import { useText } from '../../messages/TextProvider.tsx'
import { Segmented } from '../../ui/Segmented.tsx'

type PlaceSwitchProps = {
  readonly place: 'items' | 'pages'
  /** Goes to the other one. */
  readonly onPlace: () => void
}

/** Between memories and pages, where there is no room for the list of filters. */
export function PlaceSwitch({ place, onPlace }: PlaceSwitchProps) {
  const t = useText()
  return (
    <div className="px-4 pt-3">
      <Segmented
        label={t('pages.place')}
        value={place}
        options={[
          { value: 'items', label: t('pages.memories') },
          { value: 'pages', label: t('pages.all') },
        ]}
        onChange={(next) => {
          if (next !== place) onPlace()
        }}
      />
    </div>
  )
}
