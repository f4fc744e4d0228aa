import type { SandboxRules } from '#shared/sandbox/sandbox.ts'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'

/** The profile a command runs with, in one sentence. */
export function SandboxRulesLine({ rules }: { readonly rules: SandboxRules }) {
  const t = useText()
  const count = rules.writes.length
  const writes = count === 0 ? t('sandbox.profile.writesProject') : t('sandbox.profile.writes', { count })
  const hosts = <ForeignText text={rules.hosts.join(', ')} />
  const network =
    rules.network === 'off' ? (
      t('sandbox.profile.off')
    ) : rules.hosts.length === 0 ? (
      t('sandbox.profile.ask')
    ) : (
      <Rich message="sandbox.profile.hosts" values={{ hosts }} />
    )
  return (
    <p className="flex items-start gap-1.5 break-words text-fg-3 text-xs" title={rules.writes.join('\n')}>
      <Icon name="shield" size="xs" className="mt-0.5" />
      <span>
        <Rich message="sandbox.profile" values={{ writes, network }} /> {t('sandbox.profile.steering')}
        {rules.searchLimited === true ? <> {t('sandbox.profile.limited')}</> : null}
      </span>
    </p>
  )
}
