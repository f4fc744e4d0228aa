import type { MouseEvent } from 'react'
import { useText } from '../messages/TextProvider.tsx'

/** The number of a footnote in the text. It leads to the footnote of the same message. */
export function FootnoteMark({ label }: { readonly label: string }) {
  const t = useText()
  return (
    <sup>
      <button
        type="button"
        data-footnote-mark={label}
        aria-label={t('chat.footnote', { label })}
        onClick={(event) => focusIn(event, 'data-footnote', label)}
        className="rounded-xs px-0.5 text-xs underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        {label}
      </button>
    </sup>
  )
}

/** Moves to the first element of the same message whose attribute has this value. Pieces of a message are searched together. */
export function focusIn(event: MouseEvent<HTMLElement>, attribute: string, value: string): void {
  const own = event.currentTarget.closest('[data-markdown]')
  const all = event.currentTarget.closest('[role="log"]') ?? own
  const selector = `[${attribute}="${CSS.escape(value)}"]`
  const target = own?.querySelector<HTMLElement>(selector) ?? all?.querySelector<HTMLElement>(selector)
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}
