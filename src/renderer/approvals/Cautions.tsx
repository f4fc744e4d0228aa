import type { Interaction } from '#shared/session/interaction.ts'
import { useText } from '../messages/TextProvider.tsx'

/**
 * What a person must know before they allow a call: what it would let other programs do, what changed since they were
 * asked, and why a hook asks.
 */
export function Cautions({ asked }: { readonly asked: Interaction }) {
  const t = useText()
  const { guards = [], differs = [], why } = asked
  const lines = [
    ...new Set(guards.map(({ kind, path }) => t(`chat.guard.${kind}`, { path }))),
    ...differs.map((what) => t(`chat.differs.${what}`)),
    ...(why === undefined ? [] : [t('chat.hookAsks', { why })]),
  ]
  return lines.map((line) => (
    <p className="break-words text-sm text-warn-fg" key={line}>
      {line}
    </p>
  ))
}
