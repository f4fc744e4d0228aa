import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { useApp, useSession } from '../chat-context.ts'
import type { ComposerTarget } from './composer-target.ts'
import { modeActOf, modeAfter } from './mode-key.ts'

/** Handles Shift+Tab in the message box: the next permission mode. */
export function useModeKey(target: ComposerTarget) {
  const t = useText()
  const isOn = useApp((state) => state.settings.modeKey)
  // Shift+Tab leads to an approval that waits above the box.
  const asks = useSession(({ folds }) =>
    Object.values(folds.runs).some(({ status }) => status === 'awaiting_user'),
  )
  const letGo = useRef(false)
  const [told, setTold] = useState('')
  return {
    /** The new mode, for screen readers. */
    told,
    /** True when the key was for this. */
    onKey: (event: KeyboardEvent): boolean => {
      if (!isOn || asks || event.nativeEvent.isComposing) return false
      const act = modeActOf(event, letGo.current)
      if (act !== 'hold') letGo.current = act === 'letGo'
      if (act !== 'next') return false
      event.preventDefault()
      const mode = modeAfter(target.mode)
      target.setMode(mode)
      setTold(t('commands.mode.now', { mode: t(`shell.mode.${mode}`) }))
      return true
    },
  }
}
