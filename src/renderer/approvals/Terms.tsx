import { describeRule } from '#shared/permission/describe-rule.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { Rich, useText } from '../messages/TextProvider.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { Cautions } from './Cautions.tsx'

type TermsProps = {
  readonly asked: Interaction
  /** The person's home folder, which is shown as `~`. */
  readonly home: string | null
}

/** Shows the working folder, the duration and the rule that *Always* would save. */
export function Terms({ asked, home }: TermsProps) {
  const t = useText()
  const { preview, proposedRules = [] } = asked
  const isCommand = preview?.kind === 'command' || preview?.kind === 'sandbox'
  const cwd = (isCommand ? preview.workdir : undefined) ?? asked.cwd
  const folder =
    cwd === undefined ? null : home !== null && cwd.startsWith(home) ? `~${cwd.slice(home.length)}` : cwd
  const isBackground = preview?.kind === 'command' && preview.background === true
  const minutes = preview?.kind === 'command' && !isBackground ? Math.round(preview.timeoutMs / 60_000) : 0
  return (
    <>
      <Cautions asked={asked} />
      <p className="break-words text-fg-3 text-xs">
        {folder === null ? null : (
          <Rich
            message="chat.inFolder"
            values={{
              folder: (
                <span className="break-all plain-code">
                  <ForeignText text={folder} />
                </span>
              ),
            }}
          />
        )}
        {isBackground ? <> · {t('chat.runsInBackground')}</> : null}
        {minutes > 0 ? <> · {t('chat.stopsAfter', { count: minutes })}</> : null}
        {proposedRules.length === 0 ? null : (
          <>
            {' · '}
            <Rich
              message="chat.alwaysRule"
              values={{
                rule: (
                  <span className="plain-code text-fg-2">
                    <ForeignText text={[...new Set(proposedRules.map(describeRule))].join(', ')} lines />
                  </span>
                ),
              }}
            />
          </>
        )}
      </p>
    </>
  )
}
