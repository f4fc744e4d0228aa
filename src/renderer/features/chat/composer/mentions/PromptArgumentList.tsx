import { useText } from '../../../../messages/TextProvider.tsx'
import { SuggestionBox } from '../../../../ui/lists/SuggestionBox.tsx'
import type { Suggestions } from '../../../../ui/lists/use-suggestions.ts'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'

/** Shows argument names and values of a prompt above the composer, which keeps the focus. */
export function PromptArgumentList({ list }: { readonly list: Suggestions<string> }) {
  const t = useText()
  return (
    <SuggestionBox
      list={list}
      label={t('commands.arguments')}
      count={t('mentions.count', { count: list.found.length })}
      keyOf={(each) => each}
    >
      {(each) => <ForeignText text={each} prose />}
    </SuggestionBox>
  )
}
