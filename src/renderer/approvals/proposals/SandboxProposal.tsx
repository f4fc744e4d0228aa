import type { ApprovalPreview, Interaction } from '#shared/session/interactions/interaction.ts'
import { OUTSIDE_ONCE } from '#shared/session/interactions/outside-once.ts'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { useUnread } from '../unread.ts'
import { Well } from '../Well.tsx'
import { SandboxRulesLine } from './SandboxRulesLine.tsx'

const OPENED: Readonly<Record<string, 'host' | 'read' | 'git'>> = {
  network: 'host',
  read: 'read',
  git: 'git',
}

type Proposal = Extract<ApprovalPreview, { kind: 'sandbox' }>

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

/** Names what the sandbox blocked, and exactly what an approval would open. */
export function SandboxProposal({ asked, proposal }: { asked: Interaction; proposal: Proposal }) {
  const t = useText()
  const { command, blocked, rules } = proposal
  const opened = (asked.proposedRules ?? []).flatMap(({ tool, pattern }) =>
    pattern === undefined ? [] : [{ kind: OPENED[tool] ?? ('write' as const), pattern }],
  )
  return (
    <div className="grid gap-2">
      <Well text={command} sign="$" />
      {blocked.length === 0 ? null : (
        <ul aria-label={t('sandbox.blocked')} className="grid rounded-md border border-line bg-sunken">
          {blocked.map(({ what, name, tries, denied }) => (
            <li
              key={`${what} ${name}`}
              className="flex items-center gap-2 border-line px-3 py-1.5 text-sm [&+li]:border-t"
            >
              <Icon name={ICONS[what]} size="s" />
              <span className="text-fg-3">{t(`sandbox.what.${what}`)}</span>
              <b className="min-w-0 grow break-all plain-code font-medium">
                <ForeignText text={name} />
              </b>
              <span className="shrink-0 text-fg-3 text-xs">
                {denied === true ? t('sandbox.denied') : t('sandbox.tries', { count: tries })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul aria-label={t('sandbox.grants')} className="grid gap-1 text-sm">
        {opened.map(({ kind, pattern }) => (
          <li key={`${kind} ${pattern}`} className="flex items-start gap-2 break-all">
            <Mark state="done" />
            <span className="font-medium">
              <Rich
                message={`sandbox.grants.${kind}`}
                values={{ name: <ForeignText text={pattern.replace(/\/\*\*$/, '/')} /> }}
              />
            </span>
          </li>
        ))}
        <li className="text-fg-2">
          {t(opened.length === 0 ? 'sandbox.onlyOutside' : 'sandbox.staysBlocked')}
        </li>
      </ul>
      {rules === null ? null : <SandboxRulesLine rules={rules} />}
    </div>
  )
}

type OutsideOnceProps = { readonly asked: Interaction; readonly onAnswer: (value: string) => void }

/** Lets a blocked command run once with all rights of the person. Nothing for other requests. */
export function OutsideOnce({ asked, onAnswer }: OutsideOnceProps) {
  const t = useText()
  const isUnread = useUnread()
  if (asked.preview?.kind !== 'sandbox') return null
  return (
    <div className="answers-guard flex flex-wrap items-center gap-2 border-line border-t pt-2">
      <span className="min-w-0 grow text-fg-3 text-xs">{t('sandbox.fullRights')}</span>
      <Button size="small" look="ghost" onClick={(event) => isUnread(event) || onAnswer(OUTSIDE_ONCE)}>
        {t('sandbox.outsideOnce')}
      </Button>
    </div>
  )
}
