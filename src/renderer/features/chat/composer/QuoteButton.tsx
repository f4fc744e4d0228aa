import { useEffect, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'

/** Attaches the selected words of the conversation. Hidden while no words are selected. */
export function QuoteButton({ onQuote }: { readonly onQuote: (words: string) => void }) {
  const t = useText()
  const [words, setWords] = useState('')
  useEffect(() => {
    const read = () => setWords(selectedWords())
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [])
  if (words === '') return null
  return (
    <Button
      size="small"
      look="ghost"
      // The press would clear the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        onQuote(words)
        document.getSelection()?.removeAllRanges()
      }}
    >
      {t('chat.quote')}
    </Button>
  )
}

function selectedWords(): string {
  const selection = document.getSelection()
  const at = selection?.anchorNode
  const element = at instanceof Element ? at : at?.parentElement
  return element?.closest('[role="log"]') == null ? '' : (selection?.toString().trim() ?? '')
}
