import { describeRule } from '#shared/permission/describe-rule.ts'
import type { Grant } from '#shared/permission/rule.ts'
import { Rich, useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useAgo, useDateText, useDayText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useAgents } from '../agents-context.ts'
import { useFocusNext } from '../use-focus-next.ts'

type GrantLineProps = {
  readonly grant: Grant
  readonly place: string
  readonly onRevoke: () => void
}

/** One standing permission: what, where, from which answer, for how long, how often used. */
export function GrantLine({ grant, place, onRevoke }: GrantLineProps) {
  const t = useText()
  const date = useDateText()
  const day = useDayText()
  const rule = describeRule(grant.rule)
  const { answer, expiresAt } = grant
  const { app } = useAgents()
  const line = useFocusNext()
  return (
    <tr ref={line} className="border-line border-t align-top">
      <td className="max-w-0 py-2 pr-2 pl-4">
        <div className="plain-code break-words text-sm">
          <ForeignText text={rule} lines />
        </div>
        {answer === null ? null : (
          <button
            type="button"
            onClick={() => app.openSession(answer.sessionId, grant.projectId)}
            className="block max-w-full truncate text-fg-3 text-xs underline decoration-line-control underline-offset-2 hover:text-fg-2"
          >
            <Rich message="agents.grant.from" values={{ title: <ForeignText text={answer.title} prose /> }} />
          </button>
        )}
        <div className="figures text-fg-3 text-xs">
          {t('agents.grant.since', { date: day(grant.createdAt) })}
        </div>
      </td>
      <td className="max-w-0 px-2 py-2">
        <Chip size="small" look="flat">
          {t(`agents.grant.${grant.scope}`)}
        </Chip>
        <div className="truncate pt-0.5 text-fg-2 text-xs" title={place}>
          <ForeignText text={place} />
        </div>
        <div className="figures text-fg-3 text-xs">
          {expiresAt === null ? t('agents.grant.always') : t('agents.grant.until', { date: date(expiresAt) })}
        </div>
      </td>
      <Used grant={grant} />
      <td className="py-1.5 pr-3 pl-2 text-right">
        <Button
          size="small"
          look="ghost"
          data-line-act
          aria-label={t('agents.grant.revokeOf', { rule })}
          onClick={onRevoke}
        >
          {t('agents.grant.revoke')}
        </Button>
      </td>
    </tr>
  )
}

function Used({ grant: { uses, lastUsedAt } }: Pick<GrantLineProps, 'grant'>) {
  const t = useText()
  const numbers = useNumbers()
  const ago = useAgo()
  return (
    <td className="figures px-2 py-2 text-right text-sm">
      <span>{numbers.whole(uses)}</span>
      <div className="whitespace-nowrap text-fg-3 text-xs">
        {lastUsedAt === null ? t('agents.grant.never') : ago(lastUsedAt)}
      </div>
    </td>
  )
}
