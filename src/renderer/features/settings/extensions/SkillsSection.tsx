import { useState } from 'react'
import { useStore } from 'zustand'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import type { SkillList } from '#shared/agent/skill.ts'
import { useQuery } from '../../../data/use-query.ts'
import { Rich, useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { skillAbout } from '../../../ui/names/skill-about.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SectionHead, SettingGroup } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { NewSkill } from './NewSkill.tsx'
import { OpenFolder } from './OpenFolder.tsx'

type Skill = SkillList['skills'][number]
type Source = FileProblem['source']

/** The skill folders below Orrery's folder and below a project. */
const FOLDERS = { own: 'skills/', project: '.orrery/skills/' } as const

/** The skills that can be used in the open project: where each comes from, what is wrong with a file, and the way to it. */
export function SkillsSection({ api, app }: SettingsProps) {
  const t = useText()
  const projectId = useStore(app.store, (state) => state.openProject)
  const [making, setMaking] = useState(false)
  const asked = useQuery('skills.list', { projectId })
  const turn = (name: string, on: boolean) => app.attempt(api.command('skills.turn', { name, on }))
  const open = (source: Source, name: string) =>
    app.attempt(api.command('skills.open', { projectId, source, name }))
  const list = asked.data
  const brought = list?.skills.filter(({ source }) => source !== 'builtin') ?? []
  const builtin = list?.skills.filter(({ source }) => source === 'builtin') ?? []
  return (
    <>
      <SectionHead
        title={t('settings.skills')}
        hint={t('settings.skillsHint')}
        action={
          <>
            <Button icon="plus" onClick={() => setMaking(true)}>
              {t('settings.skills.new')}
            </Button>
            <OpenFolder folder="skills" api={api} app={app} />
            <Button icon="refresh" onClick={asked.reload}>
              {t('settings.hooks.again')}
            </Button>
          </>
        }
      />
      {making ? <NewSkill api={api} onClose={() => setMaking(false)} /> : null}
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {list === null ? (
        asked.problem === null ? (
          <Placeholder rows={3} />
        ) : null
      ) : (
        <>
          {list.problems.length === 0 ? null : (
            <SettingGroup label={t('settings.skills.broken')}>
              {list.problems.map((problem) => (
                <BrokenLine key={problem.file} problem={problem} onOpen={open} />
              ))}
            </SettingGroup>
          )}
          {brought.length === 0 ? (
            <p className="text-fg-2">
              <Rich
                message="settings.skills.none"
                values={{
                  own: <span className="plain-code">{FOLDERS.own}</span>,
                  project: <span className="plain-code">{FOLDERS.project}</span>,
                }}
              />
            </p>
          ) : (
            <SettingGroup label={t('settings.skills.brought')}>
              {brought.map((skill) => (
                <SkillLine
                  key={skill.name}
                  skill={skill}
                  onOpen={open}
                  onTurn={(on) => turn(skill.name, on)}
                />
              ))}
            </SettingGroup>
          )}
          {builtin.length === 0 ? null : (
            <SettingGroup label={t('settings.skills.builtin')}>
              {builtin.map((skill) => (
                <SkillLine
                  key={skill.name}
                  skill={skill}
                  onOpen={open}
                  onTurn={(on) => turn(skill.name, on)}
                />
              ))}
            </SettingGroup>
          )}
        </>
      )}
    </>
  )
}

const LINE =
  'grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-3 border-line px-4 py-3 [&+div]:border-t'

type Open = (source: Source, name: string) => void

type SkillLineProps = {
  readonly skill: Skill
  readonly onOpen: Open
  readonly onTurn: (on: boolean) => void
}

function SkillLine({ skill, onOpen, onTurn }: SkillLineProps) {
  const t = useText()
  const { name, needs, source, folder } = skill
  const isOn = skill.isOff !== true
  return (
    <div className={LINE}>
      <span className="flex h-5 items-center">
        <Mark
          state={isOn ? 'done' : 'stop'}
          label={t(isOn ? 'settings.skills.usable' : 'settings.skills.off')}
        />
      </span>
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{name}</span>
          {source === 'builtin' ? null : (
            <Chip look="flat">
              <SkillOrigin skill={skill} />
            </Chip>
          )}
          {needs.map((tool) => (
            <Chip key={tool} mono look="flat">
              {t('settings.skills.needs', { tool })}
            </Chip>
          ))}
        </div>
        <p className="text-fg-2 text-sm">{skillAbout(skill, t)}</p>
        {skill.isFixed === true ? <p className="text-fg-3 text-xs">{t('settings.skills.fixed')}</p> : null}
        {folder === null ? null : (
          <p className="truncate text-fg-3 text-xs" title={folder}>
            {folder}
          </p>
        )}
      </div>
      <span className="flex items-center gap-3">
        {source === 'builtin' || source === 'plugin' || source === 'server' ? null : (
          <OpenFile name={name} onOpen={() => onOpen(source, name)} />
        )}
        <Switch
          label={t('settings.skills.turn', { name })}
          checked={isOn}
          disabled={skill.isFixed === true}
          onChange={onTurn}
        />
      </span>
    </div>
  )
}

function SkillOrigin({ skill }: { readonly skill: Skill }) {
  const t = useText()
  const { source, plugin, server } = skill
  if (source === 'server') return t('mcpskill.of', { name: server ?? '' })
  if (plugin !== undefined) return t('settings.plugins.of', { name: plugin })
  return source === 'builtin' ? null : t(`settings.hooks.source.${source}`)
}

function BrokenLine({ problem, onOpen }: { readonly problem: FileProblem; readonly onOpen: Open }) {
  const t = useText()
  const words = useNoticeWords()
  const { id, source, file, message, said } = problem
  return (
    <div className={LINE}>
      <span className="flex h-5 items-center">
        <Mark state="fail" label={t('settings.skills.unusable')} />
      </span>
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{id ?? file}</span>
          <Chip look="flat">{t(`settings.hooks.source.${source}`)}</Chip>
        </div>
        <p className="text-bad-fg text-sm">{words(message, said)}</p>
        <p className="truncate text-fg-3 text-xs" title={file}>
          {file}
        </p>
      </div>
      {id === null ? null : <OpenFile name={id} onOpen={() => onOpen(source, id)} />}
    </div>
  )
}

function OpenFile({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  const t = useText()
  return (
    <Button size="small" icon="external" aria-label={t('settings.skills.openOf', { name })} onClick={onOpen}>
      {t('settings.openFile')}
    </Button>
  )
}
