import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { useApp, useSession } from '../chat-context.ts'
import type { ComposerTarget } from './composer-target.ts'

/**
 * Offers the suggested next message in an empty box. Tab or a click puts it into the box, typing or Escape hides it, and
 * nothing sends it.
 */
export function useSuggestion(target: ComposerTarget, text: string, setText: (text: string) => void) {
  const t = useText()
  const isOn = useApp((state) => state.settings.suggestions)
  const suggested = useSession(({ folds }) => {
    const { session, contexts } = folds
    const active = session?.meta.activeContextId ?? null
    const context = active === null ? undefined : contexts[active]
    const suggestion = context?.side?.suggestion
    // What was said since makes it old.
    const isFresh = suggestion !== undefined && suggestion.through === context?.leaf
    return isFresh && session?.id === target.sessionId ? suggestion.text : ''
  })
  const [hidden, setHidden] = useState('')
  const isShown = isOn && suggested !== '' && suggested !== hidden && text === '' && target.runId === null
  const shown = isShown ? suggested : null
  const take = () => {
    if (shown !== null) setText(shown)
  }
  return {
    /** The suggestion in the box; null for none. */
    shown,
    hint: shown === null ? undefined : t('chat.suggestion.hint', { text: shown }),
    take,
    /** True when the key was for this. */
    onKey: (event: KeyboardEvent): boolean => {
      if (shown === null || event.nativeEvent.isComposing || event.keyCode === 229) return false
      if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
      if (event.key === 'Escape') setHidden(shown)
      if (event.key !== 'Tab') return false
      event.preventDefault()
      take()
      return true
    },
  }
}
