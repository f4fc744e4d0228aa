import type { Token } from 'marked'
import { useText } from '../messages/TextProvider.tsx'
import { focusIn } from './FootnoteMark.tsx'
import { Inline } from './Inline.tsx'

type FootnoteProps = { readonly label: string; readonly tokens: readonly Token[] | undefined }

/** A footnote, where it was written. Its number leads back to the text. */
export function Footnote({ label, tokens }: FootnoteProps) {
  const t = useText()
  return (
    <p data-footnote={label} tabIndex={-1} className="flex gap-2 break-words text-fg-2 text-sm">
      <button
        type="button"
        title={t('chat.footnoteBack')}
        aria-label={`${t('chat.footnote', { label })}. ${t('chat.footnoteBack')}`}
        onClick={(event) => focusIn(event, 'data-footnote-mark', label)}
        className="shrink-0 self-start rounded-xs px-0.5 text-fg-3 text-xs hover:bg-hover"
      >
        {label}
      </button>
      <span className="min-w-0">
        <Inline tokens={tokens} />
      </span>
    </p>
  )
}
