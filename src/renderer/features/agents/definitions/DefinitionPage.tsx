import type { AgentDefinition, AgentDetail } from '#shared/agent/definition.ts'
import type { AgentId } from '#shared/ids.ts'
import { describeRule } from '#shared/permission/describe-rule.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { agentAbout } from '../../../ui/names/agent-about.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useApp } from '../agents-context.ts'
import { DefinitionEditor } from './DefinitionEditor.tsx'
import { Facts } from './Facts.tsx'
import { useAgentDraft } from './use-agent-draft.ts'
import { useDeleteAgent } from './use-delete-agent.ts'

type DefinitionPageProps = {
  readonly id: AgentId
  /** Its file is in the editor, also when nothing was written yet. */
  readonly editing: boolean
  readonly onEditing: (editing: boolean) => void
  readonly onCopy: (agent: { readonly id: AgentId; readonly name: string }) => void
  readonly onGone: () => void
}

/** One agent as it is in force: what it may do, and its file as it is written. */
export function DefinitionPage({ id, editing: asked, onEditing, onCopy, onGone }: DefinitionPageProps) {
  const t = useText()
  const projectId = useApp((state) => state.openProject)
  const { data, problem, reload: again } = useQuery('agents.get', { projectId, agentId: id })
  const { draft } = useAgentDraft({ source: data?.definition.source ?? 'user', id })
  // The unsaved edits are shown again when the person returns.
  const editing = asked || draft !== null
  return (
    <section aria-label={t('agents.definition', { name: id })} data-pane className="pane h-full bg-canvas">
      <PaneHead title={data?.definition.name ?? id}>
        {data === null ? null : (
          <>
            <span className={classNames('flex', editing && 'pr-2')}>
              <Chip size="small" look="flat">
                {t(`agents.source.${data.definition.source}`)}
              </Chip>
            </span>
            {editing ? null : (
              <Acts
                {...data.definition}
                onEdit={() => onEditing(true)}
                onCopy={() => onCopy(data.definition)}
                onGone={onGone}
              />
            )}
          </>
        )}
      </PaneHead>
      <div className="grid min-h-0 flex-1 auto-rows-max content-start gap-4 overflow-auto px-4 pb-4 has-[.cm-editor]:grid-rows-[minmax(20rem,1fr)]">
        {problem === null ? null : <Failure message={problem} onRetry={again} />}
        {data === null ? (
          problem === null ? (
            <Placeholder rows={6} />
          ) : null
        ) : editing ? (
          <DefinitionEditor
            inForce
            file={{ ...data.definition, text: data.text }}
            onSaved={() => onEditing(false)}
            onLeave={() => onEditing(false)}
            onStay={() => onEditing(true)}
          />
        ) : (
          <About detail={data} />
        )}
      </div>
    </section>
  )
}

type ActsProps = Pick<AgentDefinition, 'id' | 'name' | 'source'> & {
  readonly onEdit: () => void
  readonly onCopy: () => void
  readonly onGone: () => void
}

/** Shows the actions on an agent. Agents of the app and of plugins cannot be deleted. */
function Acts({ id, name, source, onEdit, onCopy, onGone }: ActsProps) {
  const t = useText()
  const remove = useDeleteAgent(onGone)
  const isFixed = source === 'builtin' || source === 'plugin'
  return (
    <>
      <Button size="small" icon="edit" onClick={onEdit}>
        {t(isFixed ? 'agents.copyToChange' : 'agents.edit')}
      </Button>
      <IconButton icon="copy" size="small" label={t('agents.copyAs', { name })} onClick={onCopy} />
      {source === 'builtin' || source === 'plugin' ? null : (
        <IconButton
          icon="trash"
          size="small"
          label={t('agents.delete', { name })}
          onClick={() => remove({ id, name, source })}
        />
      )}
    </>
  )
}

function About({ detail: { definition, listing, file, text } }: { detail: AgentDetail }) {
  const t = useText()
  const { replaces, offered, changed = [] } = listing
  const rules = definition.permission.map(
    (rule) => `${t(`agents.rule.${rule.action}`)} ${describeRule(rule)}`,
  )
  return (
    <>
      <p className="text-fg-2">
        <ForeignText text={agentAbout(definition, t)} prose />
      </p>
      {replaces === null ? null : (
        <p className="text-fg-3 text-sm">
          {t('agents.replaces', { source: t(`agents.source.${replaces}`) })}
        </p>
      )}
      {changed.length === 0 ? null : (
        <p className="text-fg-3 text-sm">{t('agents.changed', { keys: changed.join(', ') })}</p>
      )}
      <Facts
        facts={[
          [t('agents.fact.file'), file],
          [t('agents.fact.model'), definition.model ?? null],
          [t('agents.fact.mode'), t(`agents.mode.${definition.mode}`)],
          [
            t('agents.fact.permissionMode'),
            definition.permissionMode === undefined ? null : t(`shell.mode.${definition.permissionMode}`),
          ],
          [t('agents.fact.tools'), offered.join(', ')],
          [t('agents.fact.skills'), definition.skills?.join(', ') ?? null],
          [t('agents.fact.rules'), rules.length === 0 ? null : rules.join(', ')],
        ]}
      />
      <section aria-label={t('agents.fileText')} className="grid gap-1">
        <header className="flex items-center gap-2">
          <h3 className="grow font-semibold text-fg-2 text-sm">{t('agents.fileText')}</h3>
          <CopyButton text={text} label={t('agents.copyFile')} />
        </header>
        <pre className="whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-3 py-2 plain-code text-sm/(--code-line)">
          <ForeignText text={text} lines prose />
        </pre>
      </section>
    </>
  )
}
