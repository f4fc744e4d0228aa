import { useState } from 'react'
import { useText } from '../messages/TextProvider.tsx'
import { IconButton } from './IconButton.tsx'

/** Puts a text on the clipboard, and says on itself whether that worked. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useText()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <IconButton
      icon={state === 'copied' ? 'check' : state === 'failed' ? 'alert' : 'copy'}
      size="small"
      label={state === 'copied' ? t('chat.copied') : state === 'failed' ? t('chat.copyFailed') : label}
      onClick={copy}
      onBlur={() => setState('idle')}
    />
  )
}
