import { type DragEvent, type ReactNode, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { droppedChat, hasChat } from './dragged-chat.ts'
import { useOpenBeside } from './use-open-beside.ts'

/** Takes a chat that is dragged from the list, and shows it beside the open one. */
export function SideDrop({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const openBeside = useOpenBeside()
  const [isOver, setIsOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!hasChat(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    const chat = droppedChat(event.dataTransfer)
    if (chat === null) return
    event.preventDefault()
    openBeside(chat.id, chat.projectId)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu of a row does the same with the keyboard
    <div
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
      className="relative flex min-h-0 min-w-0 flex-1"
    >
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-y-2 right-2 z-(--z-sticky) grid w-[calc(50%-1rem)] place-items-center rounded-lg bg-select-live/80 font-medium text-fg inset-ring-2 inset-ring-focus">
          {t('side.drop')}
        </div>
      ) : null}
    </div>
  )
}
