import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

type FindBarProps = {
  readonly words: string
  readonly onWords: (words: string) => void
  /** Selects a match; `isNew` begins at the cursor. Returns false without a match. */
  readonly find: (back: boolean, isNew: boolean, words: string) => boolean
  readonly onClose: () => void
}

/** Finds words in the open file. */
export function FindBar({ words, onWords, find, onClose }: FindBarProps) {
  const t = useText()
  const [isFound, setFound] = useState(true)
  const go = (back: boolean, isNew: boolean, sought: string) =>
    setFound(sought === '' || find(back, isNew, sought))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' || event.key === 'F3') go(event.shiftKey, false, words)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className="flex items-center gap-2 border-line border-b px-4 py-1">
      <TextInput
        icon="search"
        quiet
        autoFocus
        aria-label={t('editor.findInFile')}
        placeholder={t('editor.findInFile')}
        value={words}
        onText={(next) => {
          onWords(next)
          go(false, true, next)
        }}
        onKeyDown={onKeyDown}
        className="w-72"
      />
      <span role="status" className="text-fg-3 text-sm">
        {isFound ? '' : t('editor.noMatch')}
      </span>
      <span className="grow" />
      <IconButton icon="x" size="small" label={t('ui.close')} onClick={onClose} />
    </search>
  )
}
