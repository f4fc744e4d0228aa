import { useText } from '../../../messages/TextProvider.tsx'
import { SuggestionBox } from '../../../ui/lists/SuggestionBox.tsx'
import type { SentSearch } from './use-sent-search.ts'

/** Shows the sent messages that fit, above the box that has the words. */
export function SentList({ search }: { readonly search: SentSearch }) {
  const t = useText()
  const { found, open, isOn } = search
  return (
    <>
      <SuggestionBox
        list={search}
        label={t('chat.sent.list')}
        count={t('chat.sent.count', { count: found.length })}
        keyOf={(text) => text}
        size="large"
      >
        {(text) => <span className="min-w-0 truncate">{text}</span>}
      </SuggestionBox>
      {isOn ? (
        <p className="px-3 pt-2 text-fg-3 text-xs">{t(open ? 'chat.sent.hint' : 'chat.sent.none')}</p>
      ) : null}
    </>
  )
}
