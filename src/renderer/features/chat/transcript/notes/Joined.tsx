import { useText } from '../../../../messages/TextProvider.tsx'
import { useDateText } from '../../../../ui/base/time.ts'

type JoinedProps = { readonly text: string; readonly at: number }

/** Shows a message that joined an active run: as a line, because it started no run. */
export function Joined({ text, at }: JoinedProps) {
  const t = useText()
  const dateText = useDateText()
  return (
    <article
      aria-label={t('chat.you')}
      title={dateText(at)}
      className="ml-auto grid w-fit max-w-160 gap-0.5 border-line-strong border-r-2 pr-3"
    >
      <span className="text-right text-fg-3 text-xs">{t('chat.steered')}</span>
      <p className="whitespace-pre-wrap break-words text-fg-2">{text}</p>
    </article>
  )
}
