import { useText } from '../../../../messages/TextProvider.tsx'
import type { VimState } from './vim-keys.ts'

/** Shows what keys do in the message box, and tells screen readers when that changes. */
export function VimMode({ mode }: { readonly mode: VimState['mode'] | null }) {
  const t = useText()
  if (mode === null) return null
  return (
    <p role="status" className="px-3 font-mono text-fg-3 text-xs">
      {t(`chat.vim.${mode}`)}
    </p>
  )
}
