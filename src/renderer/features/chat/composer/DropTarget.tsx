import { type DragEvent, useState } from 'react'
import { isPdfMime } from '#shared/session/attachment.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { carriesPlace, type DraggedPlace, droppedPlace } from '../../../ui/drag/dragged-place.ts'
import { isPicture } from './attached-files.ts'

type Dropped = {
  readonly onFiles: (files: readonly File[]) => void
  readonly onPlace: (place: DraggedPlace) => void
}

/** The message box as a place to drop files and lines. `over` is true while some are held over it. */
export function useDropTarget({ onFiles, onPlace }: Dropped) {
  const [over, setOver] = useState(false)
  return {
    over,
    onDragOver: (event: DragEvent) => {
      const { dataTransfer } = event
      const isPlace = carriesPlace(dataTransfer)
      if (isPlace) event.preventDefault()
      setOver(isPlace || dataTransfer.types.includes('Files'))
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      const place = droppedPlace(event.dataTransfer)
      if (place !== null) {
        event.preventDefault()
        return onPlace(place)
      }
      const files = [...event.dataTransfer.files]
      // A page does not learn where a file is: the drop falls through to main, which knows folders and project files.
      if (!files.some((file) => isPicture(file) || isPdfMime(file.type))) return
      event.preventDefault()
      onFiles(files)
    },
  }
}

/** Shows what happens with files dropped here. */
export function DropTarget() {
  const t = useText()
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-(--z-sticky) grid place-items-center rounded-lg border-2 border-accent border-dashed bg-accent-wash"
    >
      <span className="flex items-center gap-2 rounded-md bg-overlay px-3 py-1 text-sm shadow-pop">
        <Icon name="clip" size="s" />
        {t('chat.dropHint')}
      </span>
    </div>
  )
}
