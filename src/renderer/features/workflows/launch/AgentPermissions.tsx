import type { ReactNode } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import type { TypedLimits } from '../../../store/workflows/run-forms-store.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import { useApp } from '../workflows-context.ts'
import { agentsMay, asksForWorktree, type Leave } from './agents-may.ts'

/** Shows the permissions of the run's agents before the start. */
export function AgentPermissions({ script, limits }: { script: string; limits: TypedLimits }) {
  const t = useText()
  const usual = useApp((state) => state.settings.permissionMode)
  const mode = limits.approvals ?? usual
  const project = useApp((state) => state.projects.find((each) => each.id === state.openProject))
  const askForReadOnly = useApp((state) => state.settings.askForReadOnly)
  const sandboxed = useApp(
    (state) => state.settings.sandbox !== 'off' && state.sandbox?.support.available === true,
  )
  const { read, run, change } = agentsMay(mode, { sandboxed, askForReadOnly })
  const trust =
    project?.carriesCode === false ? 'nothing' : project?.trusted === true ? 'trusted' : 'untrusted'
  const worktree = limits.ownWorktree ? 'writers' : asksForWorktree(script) ? 'some' : 'none'
  return (
    <section aria-label={t('workflows.launch.may')} className="grid gap-3 border-line border-t p-4">
      <header className="flex items-baseline gap-2">
        <h3 className="font-semibold text-fg-2 text-sm">{t('workflows.launch.may')}</h3>
        <span className="text-fg-3 text-xs">{t(`shell.mode.${mode}`)}</span>
      </header>
      <dl className="grid gap-2 text-sm">
        <May icon="eye" what={t('workflows.launch.may.read')} tools="read list glob grep" leave={read} />
        <May icon="terminal" what={t('workflows.launch.may.run')} tools="bash" leave={run} />
        <May icon="edit" what={t('workflows.launch.may.change')} tools="edit write" leave={change} />
        <Row icon="branch" what={t('workflows.launch.may.worktree')}>
          {t(`workflows.launch.may.worktree.${worktree}`)}
        </Row>
        <Row icon="folder" what={t('workflows.launch.may.folder')} warns={trust === 'untrusted'}>
          {t(`workflows.launch.may.folder.${trust}`)}
        </Row>
      </dl>
      <p className="text-fg-3 text-xs">{t('workflows.launch.may.hint')}</p>
    </section>
  )
}

type MayProps = {
  readonly icon: IconName
  readonly what: string
  readonly tools: string
  readonly leave: Leave
}

function May({ icon, what, tools, leave }: MayProps) {
  const t = useText()
  return (
    <Row icon={icon} what={what} tools={tools} warns={['asks', 'reading'].includes(leave)}>
      {t(`workflows.launch.leave.${leave}`)}
    </Row>
  )
}

type RowProps = {
  readonly icon: IconName
  readonly what: string
  readonly tools?: string
  readonly warns?: boolean
  readonly children: ReactNode
}

function Row({ icon, what, tools, warns = false, children }: RowProps) {
  return (
    <div className="flex items-center gap-2">
      <dt className="flex min-w-0 grow items-center gap-2">
        <Icon name={icon} size="s" className="text-fg-3" />
        <span className="truncate">{what}</span>
        {tools === undefined ? null : <span className="plain-code truncate text-fg-3 text-xs">{tools}</span>}
      </dt>
      <dd className={classNames('shrink-0 text-xs', warns ? 'text-warn-fg' : 'text-fg-3')}>{children}</dd>
    </div>
  )
}
