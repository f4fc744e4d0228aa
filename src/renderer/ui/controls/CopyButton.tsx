import { useState } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { IconButton } from './IconButton.tsx'

type CopyButtonProps = {
  /** The text, or how to make it once it is wanted. */
  readonly text: string | (() => string)
  readonly label: string
}

/** Puts a text on the clipboard, and says on itself whether that worked. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useText()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = () => {
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
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
