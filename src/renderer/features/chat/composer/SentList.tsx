import { useText } from '../../../messages/TextProvider.tsx'
import { FoundRow } from '../../../ui/lists/FoundRow.tsx'
import { SuggestionBox } from '../../../ui/lists/SuggestionBox.tsx'
import type { SentSearch } from './use-sent-search.ts'

/** Shows the sent messages that fit, above the box that has the words. */
export function SentList({ search }: { readonly search: SentSearch }) {
  const t = useText()
  const { id, open, found, at, choose, isOn } = search
  return (
    <>
      <SuggestionBox
        id={id}
        at={open ? at : null}
        label={t('chat.sent.list')}
        count={open ? t('chat.sent.count', { count: found.length }) : ''}
      >
        {found.map((text, index) => (
          <FoundRow
            key={text}
            list={id}
            index={index}
            on={index === at}
            onChoose={() => choose(text)}
            className="flex min-h-9 items-center py-1"
          >
            <span className="min-w-0 truncate">{text}</span>
          </FoundRow>
        ))}
      </SuggestionBox>
      {isOn ? (
        <p className="px-3 pt-2 text-fg-3 text-xs">{t(open ? 'chat.sent.hint' : 'chat.sent.none')}</p>
      ) : null}
    </>
  )
}
