import type { ToolDetails } from '#shared/session/tool-details.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { useChat } from '../../chat-context.ts'

type PassagesReadProps = { readonly passages: Extract<ToolDetails, { kind: 'passages' }>['passages'] }

/** Shows the page passages an agent received, with score and kind of match. Each links to its page. */
export function PassagesRead({ passages }: PassagesReadProps) {
  const t = useText()
  const { app } = useChat()
  return (
    <ul aria-label={t('pages.passages')} className="px-3 pb-2 text-sm">
      {passages.map(({ id, title, heading, score, by }) => (
        <li
          key={`${id} ${heading} ${score}`}
          className="flex min-h-8 min-w-0 items-center gap-2 border-line [&+li]:border-t"
        >
          <Icon name="book" size="s" className="text-fg-3" />
          <button
            type="button"
            onClick={() => app.openPage(id)}
            className="min-w-0 max-w-1/2 truncate rounded-sm font-medium hover:underline"
          >
            {title}
          </button>
          <span className="min-w-0 truncate text-fg-3 text-xs">{heading}</span>
          <span className="grow" />
          <span className="whitespace-nowrap text-fg-3 text-xs">
            {by.map((way) => t(`pages.by.${way}`)).join(' · ')}
          </span>
          <span className="figures text-fg-2 text-xs" title={t('memory.match', { score: score.toFixed(2) })}>
            {score.toFixed(2)}
          </span>
        </li>
      ))}
    </ul>
  )
}
