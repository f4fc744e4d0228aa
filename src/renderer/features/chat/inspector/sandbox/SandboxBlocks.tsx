import { useMemo } from 'react'
import type { Grant } from '#shared/permission/rule.ts'
import type { SandboxBlock, SandboxRules } from '#shared/sandbox/sandbox.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { chatSandbox } from '../../../../store/sandbox-figures.ts'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { placesWords } from '../../../../ui/names/sandbox-places.ts'
import type { ShowToast } from '../../../../ui/panes/Toast.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import { useApp, useChat, useSession } from '../../chat-context.ts'
import { Block } from '../Block.tsx'

/** Paths and blocked places that are listed. More are counted. */
const MOST_PATHS = 2
const MOST_BLOCKED = 6
/** Time an undo is offered, in seconds. */
const UNDO_SECONDS = 10

const ICONS = {
  host: 'globe',
  write: 'edit',
  read: 'eye',
  socket: 'globe',
  steering: 'edit',
  git_setting: 'edit',
  unsearched: 'eye-off',
  memory: 'x',
  processes: 'x',
} as const

/** Shows the sandbox of the open chat, from its first command on: the rules, the allowed hosts and what was blocked. */
export function SandboxBlocks() {
  const path = useSession((state) => state.path)
  const { rules, blocked, tries } = useMemo(() => chatSandbox(path), [path])
  if (rules === null) return null
  return (
    <>
      <RulesBlock rules={rules} />
      <BlockedBlock blocked={blocked} tries={tries} />
    </>
  )
}

function RulesBlock({ rules }: { rules: SandboxRules }) {
  const t = useText()
  const sessionId = useSession((state) => state.sessionId)
  const projectId = useSession((state) => state.folds.session?.meta.projectId ?? null)
  const grants = useApp((state) => state.grants)
  const hosts = grants.filter(
    (grant) =>
      grant.rule.tool === 'network' &&
      (grant.scope === 'session' ? grant.sessionId === sessionId : grant.projectId === projectId),
  )
  const writes = ['', ...rules.writes]
  return (
    <Block title={t('settings.sandbox')} right={t('sandbox.side.on')}>
      <ul className="grid gap-1 text-fg-2 text-sm">
        <RuleLine icon="edit">
          {t('settings.sandbox.writes', { more: placesWords(writes, MOST_PATHS + 1, t) })}
        </RuleLine>
        {rules.hides.length === 0 ? null : (
          <RuleLine icon="eye-off">
            {t('settings.sandbox.hides', { names: placesWords(rules.hides, MOST_PATHS, t) })}
          </RuleLine>
        )}
        <RuleLine icon="globe">
          {t(
            rules.network === 'off'
              ? 'settings.sandbox.noHosts'
              : hosts.length === 0
                ? 'settings.sandbox.hosts'
                : 'sandbox.side.hostsExcept',
          )}
        </RuleLine>
      </ul>
      {hosts.length === 0 ? null : (
        <ul aria-label={t('sandbox.side.allowedHosts')} className="grid pl-6">
          {hosts.map((grant) => (
            <HostLine key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      <p className="text-fg-3 text-xs">{t('sandbox.side.fixed')}</p>
    </Block>
  )
}

function RuleLine({ icon, children }: { icon: 'edit' | 'eye-off' | 'globe'; children: string }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name={icon} size="s" className="mt-0.5 shrink-0 text-fg-3" />
      <span className="min-w-0 break-words">
        <ForeignText text={children} prose />
      </span>
    </li>
  )
}

function HostLine({ grant }: { grant: Grant }) {
  const t = useText()
  const { app, toast } = useChat()
  const host = grant.rule.pattern ?? '*'
  const revoke = async (show: ShowToast): Promise<void> => {
    const undo = await app.revokeGrant(grant)
    show({
      mark: 'done',
      text: t('agents.grant.revoked', { rule: host }),
      seconds: UNDO_SECONDS,
      action: { label: t('agents.grant.undo'), onAct: () => app.attempt(undo()) },
    })
  }
  return (
    <li className="flex min-h-6 items-center gap-2 text-sm">
      <b className="min-w-0 grow truncate plain-code font-medium" title={host}>
        <ForeignText text={host} />
      </b>
      <span className="shrink-0 text-fg-3 text-xs">
        {t(grant.scope === 'session' ? 'sandbox.side.thisChat' : 'sandbox.side.project')}
      </span>
      {toast === null ? null : (
        <IconButton
          icon="x"
          size="small"
          label={t('agents.grant.revokeOf', { rule: host })}
          onClick={() => app.attempt(revoke(toast))}
        />
      )}
    </li>
  )
}

function BlockedBlock({ blocked, tries }: { blocked: readonly SandboxBlock[]; tries: number }) {
  const t = useText()
  if (blocked.length === 0) return null
  const left = blocked.length - MOST_BLOCKED
  return (
    <Block title={t('sandbox.side.blocked')} right={t('sandbox.tries', { count: tries })}>
      <ul className="grid">
        {blocked.slice(0, MOST_BLOCKED).map(({ what, name, tries: count, denied }) => (
          <li key={`${what} ${name}`} className="flex min-h-6 items-center gap-2 text-sm" title={name}>
            <Icon name={ICONS[what]} size="s" className="shrink-0 text-fg-3" />
            <span className="unseen">{t(`sandbox.what.${what}`)}</span>
            <span className="min-w-0 grow truncate plain-code text-fg-2">
              <ForeignText text={name} />
            </span>
            <span className="figures shrink-0 text-fg-3 text-xs">
              {denied === true ? t('sandbox.side.denied') : count}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <p className="text-fg-3 text-xs">{t('sandbox.side.moreBlocked', { count: left })}</p>
      ) : null}
    </Block>
  )
}
