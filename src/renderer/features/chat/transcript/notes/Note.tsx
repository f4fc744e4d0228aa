import type { ReactNode } from 'react'
import { useText } from '../../../../messages/TextProvider.tsx'

/** Something the app says about the conversation, between two lines. */
export function Note({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <article aria-label={t('chat.note')} className="flex items-center gap-2 text-fg-3 text-xs">
      <span className="h-px min-w-4 flex-1 bg-line" />
      <span className="min-w-0 max-w-[85%] break-words text-center">{children}</span>
      <span className="h-px min-w-4 flex-1 bg-line" />
    </article>
  )
}
