import type { Interaction } from '#shared/session/interaction.ts'
import { useText } from '../messages/TextProvider.tsx'

/** What a person must know before they allow a call: what changed since they were asked, and why a hook asks. */
export function Cautions({ asked }: { readonly asked: Interaction }) {
  const t = useText()
  const { differs = [], why } = asked
  const lines = [
    ...differs.map((what) => t(`chat.differs.${what}`)),
    ...(why === undefined ? [] : [t('chat.hookAsks', { why })]),
  ]
  return lines.map((line) => (
    <p className="break-words text-sm text-warn-fg" key={line}>
      {line}
    </p>
  ))
}
