import type { ProjectId } from '#shared/ids.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import type { McpSkillListing } from '#shared/mcp/skill-list.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { SettingsProps } from '../settings-props.ts'

type McpSkillsProps = Pick<SettingsProps, 'api' | 'app'> & {
  readonly server: McpServerListing
  readonly projectId: ProjectId | null
}

/** The skills that a server offers, and which of them agents may load. Draws nothing for a server without skills. */
export function McpSkills({ server, projectId, api, app }: McpSkillsProps) {
  const t = useText()
  const { key, digest, name } = server
  const asked = useQuery('mcp.skills', { projectId, key })
  if (asked.problem !== null) return <Failure message={asked.problem} onRetry={asked.reload} />
  const skills = asked.data ?? []
  if (skills.length === 0) return null
  const isOn = skills.some(({ state }) => state !== 'off' && state !== 'unfixed')
  const allow = (chosen: readonly McpSkillListing[]) =>
    app.attempt(
      api.command('mcp.allowSkills', {
        projectId,
        key,
        seen: {
          digest,
          skills: chosen.flatMap((skill) =>
            skill.digest === null ? [] : [{ uri: skill.uri, digest: skill.digest }],
          ),
        },
      }),
    )
  const turn = (on: boolean) =>
    on ? allow(skills) : app.attempt(api.command('mcp.allowSkills', { projectId, key, seen: null }))
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-label={t('mcpskill.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
        <span className="grid min-w-0">
          <span>{t('mcpskill.allow')}</span>
          <span className="text-fg-3 text-xs">{t('mcpskill.allowHint')}</span>
        </span>
        <Switch label={t('mcpskill.allowOf', { name })} checked={isOn} onChange={turn} />
      </div>
      <ul aria-label={t('mcpskill.title')} className="grid grid-cols-[minmax(0,1fr)]">
        {skills.map((skill) => (
          <SkillLine key={skill.uri} skill={skill} onAllow={() => allow([skill])} />
        ))}
      </ul>
    </section>
  )
}

type SkillLineProps = { readonly skill: McpSkillListing; readonly onAllow: () => void }

function SkillLine({ skill, onAllow }: SkillLineProps) {
  const t = useText()
  const { name, description, files, state } = skill
  const waits = state === 'new' || state === 'changed'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-line py-2 [&+li]:border-t">
      <div className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <span className="min-w-0 break-all font-medium text-sm">
            <ForeignText text={name} />
          </span>
          <Chip size="small" look={waits ? 'plain' : 'flat'}>
            {t(`mcpskill.state.${state}`)}
          </Chip>
        </span>
        <span className="line-clamp-3 break-words text-fg-2 text-xs">
          <ForeignText text={description} />
        </span>
        {state === 'unfixed' ? (
          <span className="text-fg-3 text-xs">{t('mcpskill.unfixedHint')}</span>
        ) : files.length === 0 ? null : (
          <span className="figures text-fg-3 text-xs" title={files.join('\n')}>
            {t('mcpskill.files', { count: files.length })}
          </span>
        )}
      </div>
      {waits ? (
        <Button size="small" aria-label={t('mcpskill.useOf', { name })} onClick={onAllow}>
          {t('mcpskill.use')}
        </Button>
      ) : null}
    </li>
  )
}
