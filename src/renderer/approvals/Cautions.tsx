import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { Rich, useText } from '../messages/TextProvider.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

/**
 * Shows warnings about a call: access outside the project, effects on other programs, a call written as text, changes
 * since the request, and hook messages.
 */
export function Cautions({ asked }: { readonly asked: Interaction }) {
  const t = useText()
  const { guards = [], differs = [], why, preview } = asked
  const isOutside = asked.outside === true || (preview?.kind === 'path' && preview.outside)
  return (
    <>
      {isOutside ? (
        <p className="flex items-center gap-1 text-sm text-warn-fg">
          <Mark state="wait" label={t('chat.warning')} />
          {t('chat.outside')}
        </p>
      ) : null}
      {[...new Map(guards.map((guard) => [`${guard.kind} ${guard.path}`, guard]))].map(
        ([key, { kind, path }]) => (
          <p className="break-words text-sm text-warn-fg" key={key}>
            <Rich message={`chat.guard.${kind}`} values={{ path: <ForeignText text={path} /> }} />
          </p>
        ),
      )}
      {asked.asText === true ? (
        <p className="break-words text-sm text-warn-fg">{t('chat.wroteAsText')}</p>
      ) : null}
      {differs.map((what) => (
        <p className="break-words text-sm text-warn-fg" key={what}>
          {t(`chat.differs.${what}`)}
        </p>
      ))}
      {why === undefined ? null : (
        <p className="break-words text-sm text-warn-fg">
          <Rich message="chat.hookAsks" values={{ why: <ForeignText text={why} lines prose /> }} />
        </p>
      )}
    </>
  )
}
