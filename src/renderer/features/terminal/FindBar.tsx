import type { SearchAddon } from '@xterm/addon-search'
import { useEffect, useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

type FindBarProps = { readonly search: SearchAddon; readonly onClose: () => void }

/** Finds text in the screen and scrollback of a terminal. */
export function FindBar({ search, onClose }: FindBarProps) {
  const t = useText()
  const [query, setQuery] = useState('')
  const [isMissing, setMissing] = useState(false)
  const find = (text: string, way: 'next' | 'previous', incremental = false) => {
    const found =
      way === 'next' ? search.findNext(text, { incremental }) : search.findPrevious(text, { incremental })
    setMissing(text !== '' && !found)
  }
  useEffect(() => () => search.clearDecorations(), [search])
  return (
    <search
      aria-label={t('terminal.find')}
      className="flex h-9 shrink-0 items-center gap-1 border-line border-b bg-side px-2"
    >
      <TextInput
        autoFocus
        quiet
        icon="search"
        aria-label={t('terminal.find')}
        value={query}
        onText={(text) => {
          setQuery(text)
          find(text, 'previous', true)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find(query, event.shiftKey ? 'next' : 'previous')
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="w-60"
      />
      <span role="status" className="px-1 text-fg-3 text-xs">
        {isMissing ? t('terminal.notFound') : ''}
      </span>
      <IconButton
        icon="arrow-up"
        size="small"
        label={t('terminal.findPrevious')}
        onClick={() => find(query, 'previous')}
      />
      <IconButton
        icon="arrow-down"
        size="small"
        label={t('terminal.findNext')}
        onClick={() => find(query, 'next')}
      />
      <span className="grow" />
      <IconButton icon="x" size="small" label={t('terminal.endFind')} onClick={onClose} />
    </search>
  )
}
