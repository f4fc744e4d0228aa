import { Markdown } from '../../../../markdown/Markdown.tsx'
import { useText } from '../../../../messages/TextProvider.tsx'

/** Shows a summary while it is written. The compaction replaces it when complete. */
export function SummaryInProgress({ text }: { readonly text: string }) {
  const t = useText()
  return (
    <section
      aria-label={t('chat.summing')}
      aria-busy
      className="grid gap-2 rounded-md border border-line border-dashed bg-sunken p-3 text-fg-2"
    >
      <p aria-hidden className="font-medium text-fg-3 text-xs">
        {t('chat.summing')}
      </p>
      <Markdown text={text} streaming />
    </section>
  )
}
