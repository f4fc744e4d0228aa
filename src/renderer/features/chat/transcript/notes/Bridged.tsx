import { Markdown } from '../../../../markdown/Markdown.tsx'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Folded } from './Folded.tsx'

/** Shows the summary of a long chat that an agent of another family received. */
export function Bridged({ text }: { readonly text: string }) {
  const t = useText()
  return (
    <Folded title={t('chat.bridged')}>
      <Markdown text={text} />
    </Folded>
  )
}
