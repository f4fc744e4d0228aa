import { useStore } from 'zustand'
import { PermissionMode } from '#shared/permission/mode.ts'
import type { Grant } from '#shared/permission/rule.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { useDateText } from '../../ui/time.ts'
import { SectionHead, SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** What agents may do without asking: the mode of new chats, and every permission that was remembered. */
export function PermissionsSection({ api, app, toast }: SettingsProps) {
  const t = useText()
  const { permissionMode } = useStore(app.store, (state) => state.settings)
  const grants = useStore(app.store, (state) => state.grants)
  const options = PermissionMode.options.map((value) => ({ value, label: t(`shell.mode.${value}`) }))
  const revoke = async (grant: Grant) => {
    await api.call('grant.revoke', { grantId: grant.id })
    await app.loadGrants()
    toast({ mark: 'done', text: t('settings.grant.revoked', { rule: ruleText(grant) }), seconds: 6 })
  }
  return (
    <>
      <SectionHead title={t('settings.permissions')} hint={t('settings.permissionsHint')} />
      {permissionMode === 'bypass' ? <Banner look="bad">{t('settings.mode.bypassWarning')}</Banner> : null}
      <SettingGroup label={t('settings.newChats')}>
        <SettingLine title={t('settings.mode')} hint={t(`settings.mode.${permissionMode}`)}>
          <Select
            label={t('settings.mode')}
            value={permissionMode}
            groups={[{ title: null, options }]}
            onChange={(mode) =>
              app.attempt(app.changeSettings({ permissionMode: PermissionMode.parse(mode) }))
            }
            className="w-56"
          />
        </SettingLine>
      </SettingGroup>
      <section className="grid gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{t('settings.grants')}</h3>
        {grants.length === 0 ? (
          <p className="text-fg-3 text-sm">{t('settings.grants.none')}</p>
        ) : (
          <ul
            aria-label={t('settings.grants')}
            className="rounded-lg border border-line-strong bg-raised shadow-card"
          >
            {grants.map((grant) => (
              <GrantLine key={grant.id} app={app} grant={grant} onRevoke={() => app.attempt(revoke(grant))} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function ruleText({ rule }: Grant): string {
  return rule.pattern === undefined ? rule.tool : `${rule.tool}(${rule.pattern})`
}

type GrantLineProps = Pick<SettingsProps, 'app'> & { readonly grant: Grant; readonly onRevoke: () => void }

function GrantLine({ app, grant, onRevoke }: GrantLineProps) {
  const t = useText()
  const date = useDateText()
  const project = useStore(app.store, (state) => state.projects.find((each) => each.id === grant.projectId))
  const where =
    grant.scope === 'session' ? t('settings.grant.session') : (project?.name ?? t('settings.grant.project'))
  const until = grant.expiresAt === null ? null : t('settings.grant.until', { date: date(grant.expiresAt) })
  return (
    <li className="flex min-h-12 items-center gap-3 border-line px-4 py-2 [&+li]:border-t">
      <div className="min-w-0 grow">
        <div className="plain-code break-all text-sm">{ruleText(grant)}</div>
        <div className="text-fg-3 text-xs">
          {[where, t('settings.grant.since', { date: date(grant.createdAt) }), until]
            .filter((part) => part !== null)
            .join(' · ')}
        </div>
      </div>
      <Button
        size="small"
        aria-label={t('settings.grant.revokeOf', { rule: ruleText(grant) })}
        onClick={onRevoke}
      >
        {t('settings.grant.revoke')}
      </Button>
    </li>
  )
}
