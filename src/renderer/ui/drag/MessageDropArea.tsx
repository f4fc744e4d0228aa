import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { classNames } from '../base/class-names.ts'
import { Icon } from '../base/Icon.tsx'
import { carriesPlace, type DraggedPlace, droppedPlace } from './dragged-place.ts'

/** Adds a file or lines of a file to the message of the open chat. */
export type AddToMessage = (place: DraggedPlace) => void

const AddContext = createContext<AddToMessage | null>(null)

/** Returns the way into the message of the open chat; null where there is none. */
export const useAddToMessage = (): AddToMessage | null => useContext(AddContext)

type MessageDropAreaProps = {
  readonly add: AddToMessage
  /** The words of the place to drop on. */
  readonly hint: string
  readonly children: ReactNode
}

/** Takes files and lines from a screen without a message box: a place to drop them appears during a drag. */
export function MessageDropArea({ add, hint, children }: MessageDropAreaProps) {
  const isDragged = useDraggedPlace()
  return (
    <AddContext value={add}>
      {children}
      {isDragged ? <DropPlace add={add} hint={hint} /> : null}
    </AddContext>
  )
}

/** Whether a file or lines of the window are dragged now. */
function useDraggedPlace(): boolean {
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    const begin = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer === null || !carriesPlace(dataTransfer)) return
      // The browser ends a drag during whose start the page changes.
      setTimeout(() => setDragged(true))
    }
    const end = () => setTimeout(() => setDragged(false))
    document.addEventListener('dragstart', begin)
    for (const name of ENDS) document.addEventListener(name, end)
    return () => {
      document.removeEventListener('dragstart', begin)
      for (const name of ENDS) document.removeEventListener(name, end)
    }
  }, [])
  return isDragged
}

/** No pointer moves during a drag, so a move ends one whose source is gone. */
const ENDS = ['drop', 'dragend', 'pointermove'] as const

function DropPlace({ add, hint }: Pick<MessageDropAreaProps, 'add' | 'hint'>) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has an act of its own for this
    <div
      data-drop="message"
      onDragOver={(event) => {
        if (!carriesPlace(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const place = droppedPlace(event.dataTransfer)
        if (place === null) return
        event.preventDefault()
        add(place)
      }}
      className={classNames(
        'fixed inset-x-0 bottom-12 z-(--z-toast) mx-auto flex h-24 w-110 max-w-[calc(100vw-32px)] items-center justify-center gap-2 rounded-xl border-2 border-accent border-dashed bg-overlay text-sm shadow-pop',
        isOver ? 'text-fg' : 'text-fg-2',
      )}
    >
      <Icon name="chat" size="s" />
      {hint}
    </div>
  )
}
