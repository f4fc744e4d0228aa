import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Folded } from './Folded.tsx'

/** What an agent of another kind was told of a long chat before it spoke. */
export function Bridged({ text }: { readonly text: string }) {
  const t = useText()
  return (
    <Folded title={t('chat.bridged')}>
      <Markdown text={text} />
    </Folded>
  )
}
