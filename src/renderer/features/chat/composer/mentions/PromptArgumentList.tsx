import { useText } from '../../../../messages/TextProvider.tsx'
import { FoundRow } from '../../../../ui/lists/FoundRow.tsx'
import { SuggestionBox } from '../../../../ui/lists/SuggestionBox.tsx'
import type { Suggestions } from '../../../../ui/lists/use-suggestions.ts'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'

/** Shows argument names and values of a prompt above the composer, which keeps the focus. */
export function PromptArgumentList({ list }: { readonly list: Suggestions<string> }) {
  const t = useText()
  const { id, open, found, at, choose } = list
  return (
    <SuggestionBox
      id={id}
      at={open ? at : null}
      label={t('commands.arguments')}
      count={open ? t('mentions.count', { count: found.length }) : ''}
    >
      {found.map((each, index) => (
        <FoundRow
          key={each}
          list={id}
          index={index}
          on={index === at}
          onChoose={() => choose(each)}
          className="flex min-h-8 items-center py-1"
        >
          <ForeignText text={each} prose />
        </FoundRow>
      ))}
    </SuggestionBox>
  )
}
